import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type { i18n } from 'i18next';
import { getI18n, setI18n } from 'react-i18next';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// On a busy machine, one step can take longer than the default of one second.
configure({ asyncUtilTimeout: 15_000 });

/** Accepts a relative URL, as in a browser. Node's `Request` has no base URL. */
class SiteRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
}

// Tests in vite/ have no window. The API client captures the class when it is first imported.
if (typeof window !== 'undefined' && Request.name !== SiteRequest.name) {
  globalThis.Request = SiteRequest;
}

// jsdom has no media queries. Tests prefer reduced motion, because it has no view transitions either.
if (typeof window !== 'undefined') {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion'),
    }) as MediaQueryList;
}

// Most files share a process (vitest.config.ts). This file runs for each of them, and restores what a test changes.

/** The i18next instance that components use, if any. */
const currentI18n = () => getI18n() as i18n | undefined;
let instance: i18n | undefined;
let language: string | undefined;

beforeEach(() => {
  instance = currentI18n();
  language = instance?.language;
});

afterEach(async () => {
  // Components may use stubbed globals until they are unmounted.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Tests in vite/ may have no window.
  if (typeof window !== 'undefined') {
    restoreWindow();
  }
  restoreI18n(instance);
  if (instance && language && instance.language !== language) {
    await instance.changeLanguage(language);
  }
});

afterAll(() => {
  restoreI18n(undefined);
});

function restoreI18n(previous: i18n | undefined): void {
  setI18n(previous as i18n);
}

/** Restores the initial window: empty storage, no cookies, the path `/` and an empty page. */
function restoreWindow(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.replace(/=.*/, '')}=; Max-Age=0; Path=/; Secure`;
  }
  window.history.replaceState(null, '', '/');
  for (const { name } of Array.from(document.documentElement.attributes)) {
    document.documentElement.removeAttribute(name);
  }
  document.body.replaceChildren();
}
