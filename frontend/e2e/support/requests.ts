import type { Page, Request, Route } from '@playwright/test';

/** Records every request that the page sends from now on. */
export function recordRequests(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return {
    /** The recorded requests to URLs that match. */
    to: (url: RegExp) => requests.filter((request) => url.test(request.url())),
    all: () => [...requests],
    clear: () => {
      requests.length = 0;
    },
  };
}

interface HoldOptions {
  /** Which of the matching requests are held; the default is all. */
  shouldHold?: (request: Request) => boolean;
  /** What happens to a request then; by default it continues to the server. */
  respond?: (route: Route) => Promise<void>;
}

/** Holds requests to matching URLs until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  { shouldHold = () => true, respond = (route) => route.continue() }: HoldOptions = {},
): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (shouldHold(route.request())) {
      await released;
    }
    // The app may have aborted the request in the meantime.
    await respond(route).catch(() => undefined);
  });
  return () => {
    release();
  };
}

/** Makes the browser save data, so that a prerendered page loads the app only when it is used. Playwright cannot set it otherwise. */
export async function saveData(page: Page): Promise<void> {
  await setConnection(page, { saveData: true });
}

/** Sets what the browser tells pages of its connection. `rtt` is the round trip in ms. */
export async function setConnection(
  page: Page,
  connection: { saveData?: boolean; rtt?: number },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value });
  }, connection);
}
