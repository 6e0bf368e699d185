import type { Browser } from '@playwright/test';

interface Session {
  send: (method: string, params: object) => Promise<unknown>;
}

/** What Playwright keeps of a browser that it controls by WebDriver BiDi. */
interface Controlled {
  _connection: { toImpl: (browser: Browser) => { _browserSession: Session } };
}

/**
 * Lets Playwright create contexts in Firefox 153 ESR. It sets the preferred color scheme of each with a command that this Firefox does not
 * have, and fails.
 */
export function ignoreMediaFeatures(browser: Browser): void {
  const session = (browser as unknown as Controlled)._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(method, params);
}

/**
 * Runs in the browser before each page loads. Lets `fill` insert its text as a user does. By WebDriver BiDi, Playwright sets the value of the
 * field in the page, which React does not regard as a change.
 */
export function insertTextAsUser(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way
      document.execCommand('insertText', false, text);
    },
    set: () => undefined,
  });
}
