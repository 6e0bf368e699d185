import type { LanguageCode } from '#i18n/languages.ts';
import { toAsciiDigits, removeInvisible } from '#lib/text.ts';

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

export function sortByName(countries: Country[], language: LanguageCode): Country[] {
  const { compare } = new Intl.Collator(language);
  return countries.toSorted((a, b) => compare(a.names[language], b.names[language]));
}

const GROUP_SEPARATORS = /[\p{Z}\p{Pd}\s.()/]/gu;

/** Dial code and number have 6 to 15 digits (E.164). */
const WITH_DIAL_CODE = /^\+[1-9]\d{5,14}$/;

/**
 * The international form of a number: dial code and number, without a leading trunk prefix (spec §5). Empty
 * stays empty.
 *
 * A number that contains a dial code is recognized; that of another country stays as it is.
 */
export function toInternational(typed: string, country: Country): string {
  const digits = toAsciiDigits(removeInvisible(typed)).replace(GROUP_SEPARATORS, '');
  if (digits === '') {
    return '';
  }
  const number = digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
  const countryPrefix = `+${country.dialCode}`;
  if (number.startsWith(countryPrefix)) {
    // As in +213 (0)551.
    const rest = number.slice(countryPrefix.length);
    const national = withoutTrunkPrefix(rest, country);
    const isZero = country.trunkPrefix === '0' && rest.startsWith('0');
    const hasPrefix = national.length < rest.length && (isNumber(national, country) || isZero);
    return countryPrefix + (hasPrefix ? national : rest);
  }
  if (number.startsWith('+')) {
    return number;
  }
  return countryPrefix + withoutTrunkPrefix(withoutDialCode(number, country), country);
}

/**
 * A number that was copied may lack the plus before its dial code. The same digits may begin a national number, so the numbering plan of the
 * country decides, as in libphonenumber. What it allows in both forms is a mobile number with its dial code, if only that has the usual length.
 */
function withoutDialCode(number: string, country: Country): string {
  if (!number.startsWith(country.dialCode)) {
    return number;
  }
  const rest = number.slice(country.dialCode.length);
  const national = withoutTrunkPrefix(rest, country);
  const { lengths, mobileLengths } = country;
  if (number.length > Math.max(...lengths)) {
    return rest;
  }
  const isMobile =
    mobileLengths.includes(national.length) && !mobileLengths.includes(number.length);
  return isNumber(national, country) && (isMobile || !isNumber(number, country)) ? rest : number;
}

/** What is dialled before a number is left out, unless it belongs to the number. */
function withoutTrunkPrefix(number: string, country: Country): string {
  const { trunkPrefix = '', prefix = trunkPrefix, replacement } = country;
  const pattern = new RegExp(`^(?:${prefix})`);
  const keepsPart = replacement !== undefined && pattern.exec(number)?.at(-1) !== undefined;
  const national = number.replace(pattern, keepsPart ? replacement : '');
  return isNumber(number, country) && !isNumber(national, country) ? number : national;
}

/** Whether the numbering plan of the country has a number. */
function isNumber(number: string, country: Country): boolean {
  return new RegExp(`^(?:${country.number})$`).test(number);
}

/**
 * The national form of a stored number: the trunk prefix replaces the dial code (spec §4, Profile). A number that would be another one when
 * it is typed so stays as it is.
 */
export function toNational(stored: string, country: Country): string {
  const { dialCode, trunkPrefix = '' } = country;
  const ownPrefix = `+${dialCode}`;
  const national = trunkPrefix + stored.slice(ownPrefix.length);
  return stored.startsWith(ownPrefix) && toInternational(national, country) === stored
    ? national
    : stored;
}

/** Whether the server accepts a number, in international form. Of numbers in other countries, it knows more. */
export function isPhone(sent: string, { dialCode, lengths, mobileLengths }: Country): boolean {
  if (!sent.startsWith(`+${dialCode}`)) {
    return WITH_DIAL_CODE.test(sent);
  }
  const number = sent.slice(dialCode.length + 1);
  const hasDialCodeTwice =
    number.startsWith(dialCode) &&
    !mobileLengths.includes(number.length) &&
    mobileLengths.includes(number.length - dialCode.length);
  return WITH_DIAL_CODE.test(sent) && lengths.includes(number.length) && !hasDialCodeTwice;
}
