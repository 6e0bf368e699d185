import type { Country } from '#entities/country/country.ts';
import { isPhone, toInternational } from '#entities/country/phone.ts';
import { normalizeText } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';

/** The maximum lengths that the server accepts. */
export const MAX_NAME_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 300;

/** Returns the error code of a full name (spec §5). */
export function validateFullname(fullname: string): FieldErrorCode {
  return validateText(fullname, 'fullname_required', MAX_NAME_LENGTH);
}

/** Returns the error code of a postal address. */
export function validatePostalAddress(address: string): FieldErrorCode {
  return validateText(address, 'address_required', MAX_ADDRESS_LENGTH);
}

/** Returns the error code of the first phone number, which is required. */
export function validatePhone1(typed: string, country: Country): FieldErrorCode {
  return toInternational(typed, country) === '' ? 'phone_required' : validatePhone2(typed, country);
}

/** Returns the error code of the second phone number, which is optional. */
export function validatePhone2(typed: string, country: Country): FieldErrorCode {
  const sent = toInternational(typed, country);
  return sent === '' || isPhone(sent, country) ? undefined : 'phone_invalid';
}

function validateText(typed: string, missing: FieldErrorCode, longest: number): FieldErrorCode {
  const length = Array.from(normalizeText(typed)).length;
  if (length === 0) {
    return missing;
  }
  return length > longest ? 'field_too_long' : undefined;
}
