import { regions } from '@shared/data/arabic-months.json';
import i18next from 'i18next';
import { readStored } from '#lib/storage.ts';
import { languageOf, setLocalLanguage } from './languages.ts';

/** The storage key of the country whose prices the visitor chose. The privacy policy names what it stores. */
export const COUNTRY_KEY = 'priceCountry';

const CHANGE = 'datesChanged';

/** Calls the listener when dates are written otherwise. */
export function onDatesChanged(listener: () => void): () => void {
  i18next.on(CHANGE, listener);
  return () => {
    i18next.off(CHANGE, listener);
  };
}

/** The codes of countries in the browser's languages, and of others that are no countries. */
export function browserCountries(): string[] {
  return navigator.languages.map((tag) => tag.split('-').at(-1) ?? '');
}

/** The language whose months have other names in each country. */
const ARABIC = 'ar';

/**
 * Writes Arabic dates as in the first of the countries, by their codes, that speaks Arabic, or else as in Algeria. Countries that name months
 * alike share a region of Intl. Prerendered pages are written as in Algeria, and so this waits until they are hydrated.
 */
export function writeDatesAsIn(...countries: string[]): void {
  const all = Object.entries(regions);
  const regionOf = (country: string) => all.find(([, members]) => members.includes(country))?.[0];
  const region = countries.map(regionOf).find(Boolean) ?? 'DZ';
  const arabic = languageOf(ARABIC);
  const dates = `${ARABIC}-${region}-u-nu-latn` as const;
  if (dates !== arabic.dates) {
    setLocalLanguage({ ...arabic, dates });
    i18next.emit(CHANGE);
  }
}

/** Writes dates as in the country of the visitor: the chosen one, or else that of the browser. */
export function writeDatesForVisitor(): void {
  writeDatesAsIn(readStored(COUNTRY_KEY) ?? '', ...browserCountries());
}
