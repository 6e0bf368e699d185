import { readStored, store } from '../storage.ts';
import { languageOf, type Language } from './languages.ts';

/** The browser storage key of the language (spec §9). */
export const LANGUAGE_KEY = 'i18nextLng';

const ONE_YEAR_IN_SECONDS = 31_536_000;

/** The stored language, else English: the browser's own preference does not count (spec §2). */
export function storedLanguage(): Language {
  return languageOf(readStored(LANGUAGE_KEY));
}

/** Keeps the language for the next visit. The cookie tells the server, which cannot read the storage. */
export function storeLanguage({ code }: Language): void {
  store(LANGUAGE_KEY, code);
  document.cookie = `lang=${code}; Path=/; Max-Age=${ONE_YEAR_IN_SECONDS}; SameSite=Lax`;
}

/** Sets language and direction of the page together: one without the other is a broken page. */
export function applyLanguage({ code, direction }: Language): void {
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
}
