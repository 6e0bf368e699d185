const PAGE_METADATA =
  'link[rel="canonical"], link[rel="alternate"], meta[property^="og:"], meta[name="description"], meta[name="robots"]';

/**
 * Takes out of the head what was said of the page that was opened, once another one is shown: who shares that would share the
 * first. Search engines open each page by its address.
 */
export function removePageMetadata(): void {
  for (const element of document.head.querySelectorAll(PAGE_METADATA)) {
    element.remove();
  }
}
