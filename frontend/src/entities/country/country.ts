import type { LanguageCode } from '#i18n/languages.ts';

/** An entry of the country table (spec §3), which is shared with the server. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  dialCode: string;
  /** Dialled before a national number, and left out of the international form. */
  trunkPrefix?: string | undefined;
  /** The maximum number of digits, without trunk prefix and dial code. */
  longestNumber: number;
  /** On the wire, a country is its English name. */
  names: Record<LanguageCode, string>;
}

/** The default (spec §9), written out so that a form does not wait for the table. */
export const DEFAULT_COUNTRY: Country = {
  code: 'DZ',
  dialCode: '213',
  trunkPrefix: '0',
  longestNumber: 9,
  names: { en: 'Algeria', fr: 'Algérie', ar: 'الجزائر' },
};

/** Loads the table when it is needed: it is as large as the rest of a screen with a form. */
export async function loadCountries(): Promise<Country[]> {
  return (await import('@shared/data/countries.json')).default;
}

/** Sorts countries by the alphabet of a language. */
export function sortByName(countries: Country[], language: LanguageCode): Country[] {
  const { compare } = new Intl.Collator(language);
  return countries.toSorted((a, b) => compare(a.names[language], b.names[language]));
}
