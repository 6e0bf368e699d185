import { DEFAULT_COUNTRY, type Country } from '#entities/country/country.ts';
import { toInternational } from '#entities/country/phone.ts';
import { normalizeText } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';
import { validateBirthdate } from './birthdate.ts';
import { eachField, type ProfileFields } from './profileFields.ts';
import {
  validatePostalAddress,
  validateFullname,
  validatePhone1,
  validatePhone2,
} from './userFieldErrors.ts';

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
    fullname: validateFullname(fullname),
    phone1: validatePhone1(phone1, country),
    phone2: validatePhone2(phone2, country),
    address: validatePostalAddress(address),
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
