import countries from 'virtual:operator/countries';
import { browserCountries, COUNTRY_KEY, writeDatesForVisitor } from '#i18n/readerCountry.ts';
import { readStored, writeStored } from '#lib/storage.ts';

/** Any country without a price list of its own. */
export const OTHER = '';

/** The code of the country that the visitor has chosen, or else that of the browser's languages, if it has a price list of its own. */
export function visitorCountry(): string {
  const chosen = readStored(COUNTRY_KEY);
  const candidates = chosen === null ? browserCountries() : [chosen];
  return countries.find(({ code }) => candidates.includes(code))?.code ?? OTHER;
}

/** Remembers the country that the visitor has chosen. */
export function rememberCountry(code: string): void {
  writeStored(COUNTRY_KEY, code);
  writeDatesForVisitor();
}

/** The English name of a country with a price list, by which the API knows it. Empty for any other. */
export function countryNameOf(code: string): string {
  return countries.find((each) => each.code === code)?.names.en ?? OTHER;
}
