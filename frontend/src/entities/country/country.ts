import type { LanguageCode } from '#i18n/languages.ts';

/** An entry of the country table (spec §3), which is shared with the server. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  dialCode: string;
  /** Dialled before a national number, and left out of the international form. */
  trunkPrefix?: string | undefined;
  /** The pattern of what else may be dialled before a national number. */
  prefix?: string | undefined;
  /** Replaces that prefix, if its last group takes part: with `$1`, a part that belongs to the number. */
  replacement?: string | undefined;
  /** The pattern of a number without trunk prefix and dial code. */
  number: string;
  /** The possible lengths of a number in the countries with this dial code. */
  lengths: readonly number[];
  /** The possible lengths of a mobile number. */
  mobileLengths: readonly number[];
  /** On the wire, a country is its English name. */
  names: Record<LanguageCode, string>;
}

/** The default (spec §9), written out so that a form does not wait for the table. */
export const DEFAULT_COUNTRY: Country = {
  code: 'DZ',
  dialCode: '213',
  trunkPrefix: '0',
  number: '(?:[1-4]|[5-79]\\d|80)\\d{7}',
  lengths: [8, 9],
  mobileLengths: [9],
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
