/** The element of a prerendered page that carries the data it was rendered with. */
export const PAGE_DATA_ID = 'page-data';

/** Data by the key of its query. */
interface PageData {
  key: readonly string[];
  data: unknown;
}

let provided: PageData | undefined;

/** The data of the elements that have been read. */
const parsed = new WeakMap<Element, PageData>();

/** Sets the data of the page that is prerendered next; `undefined` for a page without. Returns it as the content of its element. */
export function providePageData(pageData: PageData | undefined): string | undefined {
  provided = pageData;
  return pageData && JSON.stringify(pageData);
}

/** The data that a page was prerendered with, for the first render: only the data with this key. It is the same object each time. */
export function readPageData(key: readonly string[]): unknown {
  const element = typeof document === 'undefined' ? null : document.getElementById(PAGE_DATA_ID);
  const pageData = element ? pageDataOf(element) : provided;
  return pageData?.key.join(' ') === key.join(' ') ? pageData.data : undefined;
}

function pageDataOf(element: Element): PageData {
  const pageData = parsed.get(element) ?? (JSON.parse(element.textContent) as PageData);
  parsed.set(element, pageData);
  return pageData;
}

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
