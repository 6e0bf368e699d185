/** The element of a prerendered page that carries the data it was rendered with. */
export const PAGE_DATA_ID = 'page-data';

/** Data by the key of its query. */
interface PageData {
  key: readonly string[];
  data: unknown;
}

let provided: PageData | undefined;

/** Sets the data of the page that is prerendered next; `undefined` for a page without. Returns it as the content of its element. */
export function providePageData(pageData: PageData | undefined): string | undefined {
  provided = pageData;
  return pageData && JSON.stringify(pageData);
}

/** The data that a page was prerendered with, for the first render: only the data with this key. */
export function readPageData(key: readonly string[]): unknown {
  const element =
    typeof document === 'undefined' ? null : document.getElementById(PAGE_DATA_ID)?.textContent;
  const pageData = element ? (JSON.parse(element) as PageData) : provided;
  return pageData?.key.join(' ') === key.join(' ') ? pageData.data : undefined;
}
