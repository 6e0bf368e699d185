import { readStored, store } from '#lib/storage.ts';
import { isLanguageCode, languageOf, type Language } from './languages.ts';

/** The browser storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'i18nextLng';

/** The parameter of an address that names a language, and the cookie that tells the CDN which one was chosen. */
export const LANGUAGE_NAME = 'lang';

const ONE_YEAR_IN_SECONDS = 31_536_000;

/**
 * The language that the address names, else the chosen one, else English: the browser's own preference does not count
 * (spec §2). The first-paint script decides in the same way.
 */
export function preferredLanguage(): Language {
  return languageOf(namedLanguage() ?? chosenLanguage());
}

/** Who comes by an address that names a language, and has never chosen one, has now. */
export function keepLanguage(): void {
  const language = chosenLanguage() ?? namedLanguage();
  if (language) {
    storeLanguage(languageOf(language));
  }
}

/** Keeps the language for the next visit. The cookie tells the CDN, which cannot read the storage. */
export function storeLanguage({ code }: Language): void {
  store(LANGUAGE_KEY, code);
  document.cookie = languageCookie(code);
}

/** What keeps a language for the CDN. */
export function languageCookie(code: string): string {
  return `${LANGUAGE_NAME}=${code}; Path=/; Max-Age=${ONE_YEAR_IN_SECONDS}; SameSite=Lax`;
}

/** Takes the language out of the address, which would bring it back with the next reload. */
export function dropNamedLanguage(): void {
  const address = new URL(window.location.href);
  if (address.searchParams.has(LANGUAGE_NAME)) {
    address.searchParams.delete(LANGUAGE_NAME);
    window.history.replaceState(window.history.state, '', address);
  }
}

/** Sets language and direction of the page together: one without the other is a broken page. */
export function applyLanguage({ code, direction }: Language): void {
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
}

function namedLanguage(): string | undefined {
  return known(new URLSearchParams(window.location.search).get(LANGUAGE_NAME));
}

function chosenLanguage(): string | undefined {
  return known(readStored(LANGUAGE_KEY)) ?? known(cookieLanguage());
}

function cookieLanguage(): string | undefined {
  return new RegExp(`(?:^|; )${LANGUAGE_NAME}=(\\w+)`).exec(document.cookie)?.[1];
}

function known(code: string | null | undefined): string | undefined {
  return isLanguageCode(code) ? code : undefined;
}
