import type { ProfileFields } from './api/updateUser.ts';
import { birthdateFault } from './birthdate.ts';
import type { Country } from '#entities/country/country.ts';
import { phoneToSend } from '#entities/country/phone.ts';
import type { FieldCode } from '#ui/form/useForm.ts';
import { addressFault, fullnameFault, phone1Fault, phone2Fault } from './userFieldErrors.ts';
import { textToSend } from '#lib/text.ts';

/** What people tell of themselves, as they type it: phone numbers as they are dialled at home. */
export interface PersonValues extends Omit<ProfileFields, 'country'> {
  country: Country;
}

/** What is wrong with each field, with the codes of spec §5. */
export function faultsOf(values: PersonValues): Partial<Record<keyof PersonValues, FieldCode>> {
  const { fullname, country, phone1, phone2, address, birthdate } = values;
  return {
    fullname: fullnameFault(fullname),
    phone1: phone1Fault(phone1, country),
    phone2: phone2Fault(phone2, country),
    address: addressFault(address),
    birthdate: birthdateFault(birthdate),
  };
}

/** The values as a profile has them. */
export function fieldsToSend(values: PersonValues): ProfileFields {
  const { fullname, country, phone1, phone2, address, birthdate } = values;
  return {
    fullname: textToSend(fullname),
    phone1: phoneToSend(phone1, country),
    phone2: phoneToSend(phone2, country),
    address: textToSend(address),
    country: country.names.en,
    birthdate,
  };
}
