import { toAsciiDigits } from '#lib/digits.ts';
import { removeInvisible } from '#lib/invisibleCharacters.ts';
import type { Country } from './country.ts';

/** Spaces, dots, dashes, brackets and slashes: how people group digits means nothing. */
const GROUPING = /[\p{Z}\p{Pd}\s.()/]/gu;

/** What the server takes: 6 to 15 digits, the dial code among them (E.164). */
const WITH_DIAL_CODE = /^\+[1-9]\d{5,14}$/;

/**
 * A number as it is sent: dial code and number, without a leading trunk prefix (spec §5). Empty stays empty.
 *
 * Who types or pastes a number with a dial code is understood; another country's is kept as it is.
 */
export function toInternational(typed: string, country: Country): string {
  const number = withPlus(toAsciiDigits(removeInvisible(typed)).replace(GROUPING, ''), country);
  if (number === '') {
    return '';
  }
  const { dialCode, trunkPrefix = '' } = country;
  const ownPrefix = `+${dialCode}`;
  if (number.startsWith(ownPrefix)) {
    // As in +213 (0)551: at home only a 0 is dialled before numbers that never begin with it.
    return ownPrefix + without(trunkPrefix === '0' ? '0' : '', number.slice(ownPrefix.length));
  }
  return number.startsWith('+') ? number : ownPrefix + without(trunkPrefix, number);
}

/** The plus before a dial code is also dialled as 00, and left out by who copies a number from elsewhere. */
function withPlus(number: string, { dialCode, longestNumber }: Country): string {
  if (number.startsWith('00')) {
    return `+${number.slice(2)}`;
  }
  const isTooLongForHome = number.length > longestNumber;
  return isTooLongForHome && number.startsWith(dialCode) ? `+${number}` : number;
}

/**
 * A kept number as it is dialled at home: the trunk prefix in the place of the dial code (spec §4, Profile). Where that
 * would look like the way abroad, it is shown as it is.
 */
export function toNational(kept: string, { dialCode, trunkPrefix = '' }: Country): string {
  const ownPrefix = `+${dialCode}`;
  const atHome = trunkPrefix + kept.slice(ownPrefix.length);
  return kept.startsWith(ownPrefix) && !atHome.startsWith('00') ? atHome : kept;
}

/** Whether a number could be one, in the form in which it is sent. */
export function isPhone(sent: string): boolean {
  return WITH_DIAL_CODE.test(sent);
}

function without(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
