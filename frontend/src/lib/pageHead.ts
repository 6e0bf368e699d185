const OF_ONE_PAGE =
  'link[rel="canonical"], link[rel="alternate"], meta[property^="og:"], meta[name="description"], meta[name="robots"]';

/**
 * Takes out of the head what was said of the page that was opened, once another one is shown: who shares that would share the
 * first. Search engines open each page by its address.
 */
export function dropPageHead(): void {
  for (const element of document.head.querySelectorAll(OF_ONE_PAGE)) {
    element.remove();
  }
}
