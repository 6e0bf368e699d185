const PAGE_METADATA =
  'link[rel="canonical"], link[rel="alternate"], meta[property^="og:"], meta[name="description"], meta[name="robots"], script[type="application/ld+json"]';

/**
 * Removes the metadata of the first page when another screen is shown. Otherwise, a share would use the first page's.
 * Search engines load each page by its URL.
 */
export function removePageMetadata(): void {
  for (const element of document.head.querySelectorAll(PAGE_METADATA)) {
    element.remove();
  }
}
