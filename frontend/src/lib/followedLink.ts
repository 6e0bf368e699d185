/** The link to another screen that a click opens in this tab, if any. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const isPlain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isHere =
    link?.origin === window.location.origin && (!link.target || link.target === '_self');
  const isElsewhere = link && link.pathname !== window.location.pathname;
  return link && isPlain && isHere && isElsewhere && !link.download ? link : undefined;
}
