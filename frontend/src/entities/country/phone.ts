import { toAsciiDigits } from '#lib/digits.ts';
import { removeInvisible } from '#lib/invisibleCharacters.ts';
import type { Country } from './country.ts';

/** Characters that group digits. */
const GROUP_SEPARATORS = /[\p{Z}\p{Pd}\s.()/]/gu;

/** The server accepts 6 to 15 digits with the dial code (E.164). */
const WITH_DIAL_CODE = /^\+[1-9]\d{5,14}$/;

/**
 * The international form of a number: dial code and number, without a leading trunk prefix (spec §5). Empty
 * stays empty.
 *
 * A number that contains a dial code is recognized; that of another country stays as it is.
 */
export function toInternational(typed: string, country: Country): string {
  const number = withPlus(
    toAsciiDigits(removeInvisible(typed)).replace(GROUP_SEPARATORS, ''),
    country,
  );
  if (number === '') {
    return '';
  }
  const { dialCode, trunkPrefix = '' } = country;
  const countryPrefix = `+${dialCode}`;
  if (number.startsWith(countryPrefix)) {
    // As in +213 (0)551. Only where the trunk prefix is 0: there, no number begins with it.
    return (
      countryPrefix +
      removePrefix(trunkPrefix === '0' ? '0' : '', number.slice(countryPrefix.length))
    );
  }
  return number.startsWith('+') ? number : countryPrefix + removePrefix(trunkPrefix, number);
}

/** The international prefix may be written as 00, or be missing in a number that was copied. */
function withPlus(number: string, { dialCode, longestNumber }: Country): string {
  if (number.startsWith('00')) {
    return `+${number.slice(2)}`;
  }
  const isTooLong = number.length > longestNumber;
  return isTooLong && number.startsWith(dialCode) ? `+${number}` : number;
}

/**
 * The national form of a stored number: the trunk prefix replaces the dial code (spec §4, Profile). A result
 * that begins with 00 would look international, so then the number stays as it is.
 */
export function toNational(stored: string, { dialCode, trunkPrefix = '' }: Country): string {
  const ownPrefix = `+${dialCode}`;
  const national = trunkPrefix + stored.slice(ownPrefix.length);
  return stored.startsWith(ownPrefix) && !national.startsWith('00') ? national : stored;
}

/** Whether a number is valid, in international form. */
export function isPhone(sent: string): boolean {
  return WITH_DIAL_CODE.test(sent);
}

function removePrefix(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
