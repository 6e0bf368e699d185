import type { LanguageCode } from '#i18n/languages.ts';

/** A line of the country table (spec §3), which the server has as well. */
export interface Country {
  /** ISO 3166-1 alpha-2; the flag is made of it. */
  code: string;
  dialCode: string;
  /** What is dialled before a number at home, and left out from abroad. */
  trunkPrefix?: string | undefined;
  /** How many digits a number has at most, without trunk prefix and dial code. */
  longestNumber: number;
  /** The English name is the country's name on the wire. */
  names: Record<LanguageCode, string>;
}

/** The default (spec §9). It is written out so that a form is whole before the table is there. */
export const DEFAULT_COUNTRY: Country = {
  code: 'DZ',
  dialCode: '213',
  trunkPrefix: '0',
  longestNumber: 9,
  names: { en: 'Algeria', fr: 'Algérie', ar: 'الجزائر' },
};

/** The table, fetched when it is needed: it is as large as everything else on a screen with a form. */
export async function loadCountries(): Promise<Country[]> {
  return (await import('@shared/data/countries.json')).default;
}

/** The countries in the order of a language's own alphabet. */
export function sortByName(countries: Country[], language: LanguageCode): Country[] {
  const { compare } = new Intl.Collator(language);
  return countries.toSorted((a, b) => compare(a.names[language], b.names[language]));
}
