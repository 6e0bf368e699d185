import { expect, test as base, type Page, type Request } from '@playwright/test';
import { LANGUAGE_COOKIE } from '../../src/i18n/languagePreference.ts';
import { ignoreMediaFeatures, insertTextAsUser } from './firefox.ts';
import { waitForApp } from './pageReady.ts';
import { readStack } from './stack.ts';
import type { Language } from './translations.ts';
import { createSignedInUser, type SignedInUser } from './users.ts';

/** What the browser has stored before the first page is opened. */
export interface BrowserState {
  language?: Language;
  scheme?: 'dark' | 'light';
  /** The access token. */
  token?: string;
}

/** The cookie that tells the CDN the language. Chromium takes a secure one for a local site only with a URL that begins with `https`. */
export function languageCookie(value: Language, site = '') {
  return {
    name: LANGUAGE_COOKIE,
    value,
    url: site.replace(/^http:/, 'https:'),
    secure: true,
    sameSite: 'Lax',
  } as const;
}

interface TestFixtures {
  /**
   * Opens a path with the given browser state, and waits until its heading is visible and the app handles input. A link that is pressed
   * earlier may be followed by the browser, which takes nothing along that only the app knows.
   */
  visit: (path: string, state?: BrowserState) => Promise<void>;
  /** Waits until no request is in flight, then disconnects the browser from the network. */
  goOffline: () => Promise<void>;
  /** Console messages that a journey causes on purpose. */
  expectedConsoleMessages: RegExp | undefined;
  /** Another origin that a journey leads to on purpose. */
  expectedOrigin: string | undefined;
  requestsInFlight: Set<Request>;
  consoleAndOriginCheck: undefined;
}

interface WorkerFixtures {
  /** A signed-in user for journeys that change neither the user nor their sessions. */
  sharedUser: SignedInUser;
}

/**
 * A journey on the running stack. Every journey fails when the console has an unexpected error or warning, or when a request goes to
 * another origin than the site and the file storage.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser, browserName }, provide) => {
      if (browserName === 'firefox') {
        ignoreMediaFeatures(browser);
      }
      await provide(browser);
    },
    { scope: 'worker' },
  ],
  context: async ({ context, browserName }, provide) => {
    if (browserName === 'firefox') {
      await context.addInitScript(insertTextAsUser);
    }
    await provide(context);
  },
  sharedUser: [
    // eslint-disable-next-line no-empty-pattern -- see baseURL
    async ({}, provide) => {
      await provide(await createSignedInUser());
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern
  baseURL: async ({}, provide) => {
    await provide(readStack().site);
  },
  expectedConsoleMessages: [undefined, { option: true }],
  expectedOrigin: [undefined, { option: true }],
  requestsInFlight: [
    async ({ page }, provide) => {
      const requests = new Set<Request>();
      page.on('request', (request) => requests.add(request));
      page.on('requestfinished', (request) => requests.delete(request));
      page.on('requestfailed', (request) => requests.delete(request));
      await provide(requests);
    },
    { auto: true },
  ],
  goOffline: async ({ page, context, requestsInFlight }, provide) => {
    await provide(async () => {
      // A request that is in flight while network conditions change can hang, or fail and log an error.
      await waitForIdleNetwork(page, requestsInFlight);
      await context.setOffline(true);
    });
  },
  consoleAndOriginCheck: [
    async ({ page, baseURL, expectedConsoleMessages, expectedOrigin }, provide) => {
      const messages: string[] = [];
      const foreignRequests: string[] = [];
      const ownOrigins = [baseURL, new URL(readStack().aws).origin, expectedOrigin];
      page.on('pageerror', (error) => messages.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) {
          messages.push(`${message.text()} ${message.location().url}`);
        }
      });
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !ownOrigins.includes(new URL(request.url()).origin)) {
          foreignRequests.push(request.url());
        }
      });
      await provide(undefined);
      expect.soft(foreignRequests, 'requests to other origins').toEqual([]);
      expect
        .soft(
          messages.filter((text) => !expectedConsoleMessages?.test(text)),
          'errors and warnings in the console',
        )
        .toEqual([]);
    },
    { auto: true },
  ],
  visit: async ({ page, baseURL }, provide) => {
    await provide(async (path, state = {}) => {
      await page.addInitScript(storeState, state);
      if (state.language) {
        await page.context().addCookies([languageCookie(state.language, baseURL)]);
      }
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitForApp(page);
      await expect(page.locator('form > fieldset:disabled')).toHaveCount(0);
    });
  },
});

/** The longest wait for an idle browser, in ms. It is longer than the app's own, so that the app's idle callbacks run first. */
const IDLE_MS = 2000;

/**
 * Waits until no request is in flight when the browser is idle. Runs twice: what an idle callback fetches may fetch more. On the home
 * page, a headless browser on a busy machine can go without an idle period for minutes.
 */
export async function waitForIdleNetwork(page: Page, inFlight: Set<Request>): Promise<void> {
  await expect(async () => {
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(
        (timeout) => new Promise((done) => requestIdleCallback(done, { timeout })),
        IDLE_MS,
      );
      expect([...inFlight].map((request) => request.url())).toEqual([]);
    }
  }).toPass();
}

/** Runs in the browser before each page loads. It acts once, so that later pages keep what the journey has changed. */
export function storeState({ language, scheme, token }: BrowserState): void {
  // Firefox also runs it in the blank page before the first one, which has no storage.
  if (!location.host || sessionStorage.getItem('stateStored')) {
    return;
  }
  sessionStorage.setItem('stateStored', 'yes');
  const values = { i18nextLng: language, colorScheme: scheme, token };
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) {
      localStorage.setItem(key, value);
    }
  }
}

/** Returns language, direction and color scheme of the page. */
export async function pageAppearance(page: Page) {
  return page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    scheme: document.documentElement.dataset['colorScheme'],
  }));
}

export { expect };
