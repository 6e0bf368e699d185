import { readStored, writeStored } from '#lib/storage.ts';
import { isLanguageCode, languageOf, type Language, type LanguageCode } from './languages.ts';

/** The storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'i18nextLng';

export const LANGUAGE_PARAMETER = 'lang';

/** The cookie that tells the CDN the chosen language. With this prefix, browsers accept it from this host only, over TLS. */
export const LANGUAGE_COOKIE = '__Host-lang';

const ONE_YEAR_IN_SECONDS = 31_536_000;

/**
 * The language that the URL names, else the stored one, else English; the browser's preference does not count
 * (spec §2). The inline script follows the same order. The cookie, which the CDN reads, counts as stored.
 */
export function preferredLanguage(): Language {
  return languageOf(languageInUrl() ?? languageInStorage() ?? languageInCookie());
}

/** Stores the language that the URL names, for a visitor who has none stored. */
export function rememberLanguage(): void {
  const language = languageInStorage() ?? languageInCookie() ?? languageInUrl();
  if (language) {
    storeLanguage(languageOf(language));
  }
}

/** Stores the language for the next visit; the cookie is for the CDN, which cannot read the storage. */
export function storeLanguage({ code }: Language): void {
  writeStored(LANGUAGE_KEY, code);
  document.cookie = languageCookie(code);
}

export function languageCookie(code: string): string {
  return `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${ONE_YEAR_IN_SECONDS}; SameSite=Lax; Secure`;
}

/** Removes the language from the URL, which would override the chosen one after a reload. */
export function removeLanguageParameter(): void {
  const url = new URL(window.location.href);
  if (url.searchParams.has(LANGUAGE_PARAMETER)) {
    url.searchParams.delete(LANGUAGE_PARAMETER);
    window.history.replaceState(window.history.state, '', url);
  }
}

/** Sets language and direction of the page together. */
export function applyLanguage({ code, direction }: Language): void {
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
}

export function languageInUrl(): LanguageCode | undefined {
  return knownLanguage(new URLSearchParams(window.location.search).get(LANGUAGE_PARAMETER));
}

export function languageInStorage(): LanguageCode | undefined {
  return knownLanguage(readStored(LANGUAGE_KEY));
}

export function languageInCookie(): LanguageCode | undefined {
  return knownLanguage(new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]);
}

/** The language of a tag, such as `ar-DZ`. */
export function knownLanguage(tag: string | null | undefined): LanguageCode | undefined {
  const code = tag?.split('-')[0]?.toLowerCase();
  return isLanguageCode(code) ? code : undefined;
}
