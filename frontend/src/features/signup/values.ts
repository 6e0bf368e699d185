import type { components } from '../../api/schema';
import { birthdateFault } from '../../components/birthdate/birthdate.ts';
import { DEFAULT_COUNTRY, type Country } from '../../components/country/country.ts';
import { phoneToSend } from '../../components/country/phone.ts';
import type { FieldCode } from '../../components/form/useForm.ts';
import {
  addressFault,
  fullnameFault,
  phone1Fault,
  phone2Fault,
} from '../../components/person/faults.ts';
import type { ProfileFields } from '../../session/updateUser.ts';
import { passwordFault } from './password/passwordRules.ts';

/** What is entered in the first step. */
export interface SignupValues {
  fullname: string;
  email: string;
  password: string;
  confirmation: string;
  country: Country;
  phone1: string;
  phone2: string;
  address: string;
  city: string;
  birthdate: string;
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

/** Something at something with a dot; the server looks closer, and the mail proves it. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with each field, with the codes of spec §5. */
export function faultsOf(values: SignupValues): Partial<Record<keyof SignupValues, FieldCode>> {
  const { fullname, email, password, confirmation, country, phone1, phone2, birthdate } = values;
  return {
    fullname: fullnameFault(fullname),
    email: EMAIL.test(email.trim()) ? undefined : 'email_invalid',
    password: passwordFault(password),
    confirmation: confirmation === password ? undefined : 'password_mismatch',
    phone1: phone1Fault(phone1, country),
    phone2: phone2Fault(phone2, country),
    // A city alone is no address.
    address: addressFault(values.address.trim() && fullAddress(values)),
    birthdate: birthdateFault(birthdate),
  };
}

/** What is sent to make an account. The birthdate is no part of it (spec §3). */
export function registrationOf(
  values: SignupValues,
  type: components['schemas']['UserType'],
): components['schemas']['Registration'] {
  const { fullname, email, phone1, phone2, address, country } = fieldsToSend(values);
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
export function fieldsToSend(values: SignupValues): ProfileFields & { email: string } {
  const { country } = values;
  return {
    fullname: values.fullname.trim(),
    email: values.email.trim(),
    phone1: phoneToSend(values.phone1, country),
    phone2: phoneToSend(values.phone2, country),
    address: fullAddress(values),
    country: country.names.en,
    birthdate: values.birthdate,
  };
}

/** The address with the city, which has no field of its own where it is sent (contract, double readings). */
function fullAddress({ address, city }: SignupValues): string {
  return [address, city]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
