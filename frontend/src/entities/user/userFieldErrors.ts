import { isPhone, toInternational } from '#entities/country/phone.ts';
import type { Country } from '#entities/country/country.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';
import { normalizeText } from '#lib/text.ts';

/** The longest texts that the server takes. */
const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 300;

/** What is wrong with a full name (spec §5). */
export function validateFullname(fullname: string): FieldErrorCode {
  return validateText(fullname, 'fullname_required', LONGEST_NAME);
}

/** What is wrong with an address. */
export function validatePostalAddress(address: string): FieldErrorCode {
  return validateText(address, 'address_required', LONGEST_ADDRESS);
}

/** What is wrong with the first phone number, which must be there. */
export function validatePhone1(typed: string, country: Country): FieldErrorCode {
  return toInternational(typed, country) === '' ? 'phone_required' : validatePhone2(typed, country);
}

/** What is wrong with the second phone number, which need not be there. */
export function validatePhone2(typed: string, country: Country): FieldErrorCode {
  const sent = toInternational(typed, country);
  return sent === '' || isPhone(sent) ? undefined : 'phone_invalid';
}

function validateText(typed: string, missing: FieldErrorCode, longest: number): FieldErrorCode {
  const length = Array.from(normalizeText(typed)).length;
  if (length === 0) {
    return missing;
  }
  return length > longest ? 'field_too_long' : undefined;
}
