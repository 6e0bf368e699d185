import { expect, test as base, type Page } from '@playwright/test';
import { signedIn, type Member } from './users.ts';
import { readStack } from './stack.ts';

/** What a browser remembers of a person. */
export interface Visitor {
  language?: 'en' | 'fr' | 'ar';
  scheme?: 'dark' | 'light';
  token?: string;
}

interface Journey {
  /** Opens the site as somebody whose browser remembers this. */
  visit: (path: string, visitor?: Visitor) => Promise<void>;
  /** Console messages that a journey causes on purpose. */
  expectedMessages: RegExp | undefined;
  watch: undefined;
}

interface Company {
  /** Somebody who is signed in, for journeys that leave the account and its sessions as they are. */
  member: Member;
}

/** Journeys on the running stack. Whatever they test, the console stays clean and no request leaves the origin, except for files. */
export const test = base.extend<Journey, Company>({
  member: [
    // eslint-disable-next-line no-empty-pattern -- as below
    async ({}, provide) => {
      await provide(await signedIn());
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture depends on
  baseURL: async ({}, provide) => {
    await provide(readStack().site);
  },
  expectedMessages: [undefined, { option: true }],
  watch: [
    async ({ page, baseURL, expectedMessages }, provide) => {
      const messages: string[] = [];
      const foreignRequests: string[] = [];
      const ownOrigins = [baseURL, new URL(readStack().aws).origin];
      page.on('pageerror', (error) => messages.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) {
          messages.push(message.text());
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
          messages.filter((text) => !expectedMessages?.test(text)),
          'errors and warnings in the console',
        )
        .toEqual([]);
    },
    { auto: true },
  ],
  visit: async ({ page, baseURL }, provide) => {
    await provide(async (path, visitor = {}) => {
      await page.addInitScript(remember, visitor);
      if (visitor.language) {
        await page
          .context()
          .addCookies([{ name: 'lang', value: visitor.language, url: baseURL ?? '' }]);
      }
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The form of a prerendered page takes entries when the app is there.
      await expect(page.locator('form > fieldset:disabled')).toHaveCount(0);
    });
  },
});

/** Runs in the browser before each page, and only once: later the person's own choices are what it remembers. */
function remember({ language, scheme, token }: Visitor): void {
  if (sessionStorage.getItem('remembered')) {
    return;
  }
  sessionStorage.setItem('remembered', 'yes');
  const values = { i18nextLng: language, colorScheme: scheme, token };
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) {
      localStorage.setItem(key, value);
    }
  }
}

/** Direction, language and colour scheme of the page. */
export async function pageState(page: Page) {
  return page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    scheme: document.documentElement.dataset['colorScheme'],
  }));
}

export { expect };
