import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type { i18n } from 'i18next';
import { getI18n, setI18n } from 'react-i18next';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// A bound of a hang: on a starved machine, one step can take longer than the second that is the default.
configure({ asyncUtilTimeout: 15_000 });

/** Takes an address within the site, as a browser's does; that of Node knows no site. */
class SiteRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
}

// The tests of the build's own parts have no window. The API's client takes hold of the class when it is first imported.
if (typeof window !== 'undefined' && Request.name !== SiteRequest.name) {
  globalThis.Request = SiteRequest;
}

// Most files share a process (vitest.config.ts): what a test leaves behind, others would find. This file is run for each of them.

/** The words that components find, if any. */
const currentWords = () => getI18n() as i18n | undefined;
let words: i18n | undefined;
let language: string | undefined;

beforeEach(() => {
  words = currentWords();
  language = words?.language;
});

afterEach(async () => {
  // Components may need what a test has put in place of a global until they are unmounted.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Tests of the build's own parts may have no window.
  if (typeof window !== 'undefined') {
    restoreWindow();
  }
  useWords(words);
  if (words && language && words.language !== language) {
    await words.changeLanguage(language);
  }
});

afterAll(() => {
  useWords(undefined);
});

function useWords(instance: i18n | undefined): void {
  setI18n(instance as i18n);
}

/** As it is in the beginning: nothing stored, at the root of the site, nothing on the page. */
function restoreWindow(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.replace(/=.*/, '')}=; Max-Age=0; Path=/`;
  }
  window.history.replaceState(null, '', '/');
  for (const { name } of Array.from(document.documentElement.attributes)) {
    document.documentElement.removeAttribute(name);
  }
  document.body.replaceChildren();
}
