import { readStored, writeStored } from '#lib/storage.ts';
import { isLanguageCode, languageOf, type Language } from './languages.ts';

/** The browser storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'i18nextLng';

/** The parameter of an address that names a language, and the cookie that tells the CDN which one was chosen. */
export const LANGUAGE_PARAMETER = 'lang';

const ONE_YEAR_IN_SECONDS = 31_536_000;

/**
 * The language that the address names, else the chosen one, else English: the browser's own preference does not count
 * (spec §2). The first-paint script decides in the same way.
 */
export function preferredLanguage(): Language {
  return languageOf(languageInUrl() ?? storedLanguage());
}

/** Who comes by an address that names a language, and has never chosen one, has now. */
export function rememberLanguage(): void {
  const language = storedLanguage() ?? languageInUrl();
  if (language) {
    storeLanguage(languageOf(language));
  }
}

/** Keeps the language for the next visit. The cookie tells the CDN, which cannot read the storage. */
export function storeLanguage({ code }: Language): void {
  writeStored(LANGUAGE_KEY, code);
  document.cookie = languageCookie(code);
}

/** What keeps a language for the CDN. */
export function languageCookie(code: string): string {
  return `${LANGUAGE_PARAMETER}=${code}; Path=/; Max-Age=${ONE_YEAR_IN_SECONDS}; SameSite=Lax`;
}

/** Takes the language out of the address, which would bring it back with the next reload. */
export function removeLanguageParameter(): void {
  const address = new URL(window.location.href);
  if (address.searchParams.has(LANGUAGE_PARAMETER)) {
    address.searchParams.delete(LANGUAGE_PARAMETER);
    window.history.replaceState(window.history.state, '', address);
  }
}

/** Sets language and direction of the page together: one without the other is a broken page. */
export function applyLanguage({ code, direction }: Language): void {
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
}

function languageInUrl(): string | undefined {
  return knownLanguage(new URLSearchParams(window.location.search).get(LANGUAGE_PARAMETER));
}

function storedLanguage(): string | undefined {
  return knownLanguage(readStored(LANGUAGE_KEY)) ?? knownLanguage(cookieLanguage());
}

function cookieLanguage(): string | undefined {
  return new RegExp(`(?:^|; )${LANGUAGE_PARAMETER}=(\\w+)`).exec(document.cookie)?.[1];
}

function knownLanguage(code: string | null | undefined): string | undefined {
  return isLanguageCode(code) ? code : undefined;
}
