import { DEFAULT_COUNTRY, type Country } from '#entities/country/country.ts';
import { isPhone, toInternational } from '#entities/country/phone.ts';
import { normalizeText } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';
import { validateBirthdate } from './birthdate.ts';
import { eachField, type ProfileFields } from './profileFields.ts';

/** The maximum lengths that the server accepts. */
export const MAX_NAME_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 300;

/** The fields of a user as they are typed: phone numbers in national form. */
export interface UserValues extends Omit<ProfileFields, 'country'> {
  country: Country;
}

export const EMPTY_USER_VALUES: UserValues = { ...eachField(() => ''), country: DEFAULT_COUNTRY };

/** Returns the error code of each field (spec §5). */
export function validateUserValues(
  values: UserValues,
): Partial<Record<keyof UserValues, FieldErrorCode>> {
  const { fullname, country, phone1, phone2, address, birthdate } = values;
  return {
    fullname: validateText(fullname, 'fullname_required', MAX_NAME_LENGTH),
    phone1: validatePhone1(phone1, country),
    phone2: validatePhone2(phone2, country),
    address: validateText(address, 'address_required', MAX_ADDRESS_LENGTH),
    birthdate: validateBirthdate(birthdate),
  };
}

/** The fields of a profile, as the API takes them. */
export function toProfileFields(values: UserValues): ProfileFields {
  const { fullname, country, phone1, phone2, address, birthdate } = values;
  return {
    fullname: normalizeText(fullname),
    phone1: toInternational(phone1, country),
    phone2: toInternational(phone2, country),
    address: normalizeText(address),
    country: country.names.en,
    birthdate,
  };
}

function validatePhone1(typed: string, country: Country): FieldErrorCode {
  return toInternational(typed, country) === '' ? 'phone_required' : validatePhone2(typed, country);
}

function validatePhone2(typed: string, country: Country): FieldErrorCode {
  const sent = toInternational(typed, country);
  return sent === '' || isPhone(sent, country) ? undefined : 'phone_invalid';
}

/** Returns the error code of a text; `missing` for none, which is undefined for an optional one. */
function validateText(typed: string, missing: FieldErrorCode, longest: number): FieldErrorCode {
  const length = Array.from(normalizeText(typed)).length;
  if (length === 0) {
    return missing;
  }
  return length > longest ? 'field_too_long' : undefined;
}
