import {
  DEFAULT_COUNTRY,
  type Country,
  isPhone,
  toInternational,
} from '#entities/country/country.ts';
import { normalizeText } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';
import type { ProfileFields } from './api.ts';

/** The maximum lengths that the server accepts. */
export const MAX_NAME_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 300;

/** The fields of a user as they are typed: phone numbers in national form. */
export interface UserValues extends Omit<ProfileFields, 'country'> {
  country: Country;
}

export const EMPTY_USER_VALUES: UserValues = {
  fullname: '',
  country: DEFAULT_COUNTRY,
  phone1: '',
  phone2: '',
  address: '',
  birthdate: '',
};

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

export const EARLIEST_BIRTHDATE = '1900-01-01';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Today's date in the user's time zone, as a date field has it. */
export function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * Returns the error code of a date of birth (spec §5). An impossible date has a code of the app, because the
 * server receives none. Dates in this format sort as text.
 */
export function validateBirthdate(
  value: string,
): 'birthdate_required' | 'birthdate_invalid' | 'birthdate_in_future' | undefined {
  if (value === '') {
    return 'birthdate_required';
  }
  if (!DATE.test(value) || value < EARLIEST_BIRTHDATE) {
    return 'birthdate_invalid';
  }
  return value > today() ? 'birthdate_in_future' : undefined;
}
