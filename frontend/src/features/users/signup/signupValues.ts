import type { components } from '#api/schema.d.ts';
import { DEFAULT_COUNTRY } from '#entities/country/country.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';
import { validateEmail, normalizeEmail } from '#entities/user/email.ts';
import { normalizeText } from '#lib/text.ts';
import {
  validateUserValues as personFaultsOf,
  toProfileFields as personFieldsToSend,
  type UserValues,
} from '#entities/user/userValues.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#i18n/languages.ts';
import type { ProfileFields } from '#entities/user/profileFields.ts';
import { validatePassword } from './password/passwordRules.ts';

/** What is entered in the first step. */
export interface SignupValues extends UserValues {
  email: string;
  password: string;
  confirmation: string;
  city: string;
}

export const EMPTY_VALUES: SignupValues = {
  fullname: '',
  email: '',
  password: '',
  confirmation: '',
  country: DEFAULT_COUNTRY,
  phone1: '',
  phone2: '',
  address: '',
  city: '',
  birthdate: '',
};

/** What is wrong with each field, in the order of the form, with the codes of spec §5. */
export function validateSignup(
  values: SignupValues,
): Partial<Record<keyof SignupValues, FieldErrorCode>> {
  const { email, password, confirmation } = values;
  // A city alone is no address. In every language the two together are as long.
  const address = normalizeText(values.address) && joinAddress(values, DEFAULT_LANGUAGE.code);
  const { fullname, ...others } = personFaultsOf({ ...values, address });
  return {
    fullname,
    email: validateEmail(email),
    password: validatePassword(password),
    confirmation: confirmation === password ? undefined : 'password_mismatch',
    ...others,
  };
}

/** What is sent to make an account. The birthdate is no part of it (spec §3). */
export function toRegistration(
  values: SignupValues,
  type: components['schemas']['UserType'],
  language: LanguageCode,
): components['schemas']['Registration'] {
  const { fullname, email, phone1, phone2, address, country } = toProfileFields(values, language);
  return {
    fullname,
    email,
    password: values.password,
    phone1,
    ...(phone2 && { phone2 }),
    address,
    country,
    type,
  };
}

/** The values as a profile has them. */
export function toProfileFields(
  values: SignupValues,
  language: LanguageCode,
): ProfileFields & { email: string } {
  const fields = personFieldsToSend({ ...values, address: joinAddress(values, language) });
  return { ...fields, email: normalizeEmail(values.email) };
}

const COMMA: Record<LanguageCode, string> = { en: ', ', fr: ', ', ar: '، ' };

/** The address with the city, which has no field of its own where it is sent (contract, double readings). */
function joinAddress({ address, city }: SignupValues, language: LanguageCode): string {
  return [address, city].map(normalizeText).filter(Boolean).join(COMMA[language]);
}
