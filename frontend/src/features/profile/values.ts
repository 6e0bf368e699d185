import { birthdateFault } from '../../components/birthdate/birthdate.ts';
import { DEFAULT_COUNTRY, type Country } from '../../components/country/country.ts';
import { phoneToSend, phoneToShow } from '../../components/country/phone.ts';
import type { FieldCode } from '../../components/form/useForm.ts';
import {
  addressFault,
  fullnameFault,
  phone1Fault,
  phone2Fault,
} from '../../components/person/faults.ts';
import type { ProfileFields } from '../../session/updateUser.ts';

/** A profile as it is edited: phone numbers as they are dialled at home. */
export interface ProfileValues extends Omit<ProfileFields, 'country'> {
  country: Country;
}

/** A profile for editing. */
export function valuesToEdit(fields: ProfileFields, countries: Country[]): ProfileValues {
  const country = countries.find(({ names }) => names.en === fields.country) ?? DEFAULT_COUNTRY;
  return {
    ...fields,
    country,
    phone1: phoneToShow(fields.phone1, country),
    phone2: phoneToShow(fields.phone2, country),
  };
}

/** An edited profile for sending. */
export function fieldsToSend({ country, ...values }: ProfileValues): ProfileFields {
  return {
    fullname: values.fullname.trim(),
    phone1: phoneToSend(values.phone1, country),
    phone2: phoneToSend(values.phone2, country),
    address: values.address.trim(),
    country: country.names.en,
    birthdate: values.birthdate,
  };
}

/** What is wrong with each field, with the codes of spec §5. */
export function faultsOf(values: ProfileValues): Partial<Record<keyof ProfileValues, FieldCode>> {
  return {
    fullname: fullnameFault(values.fullname),
    phone1: phone1Fault(values.phone1, values.country),
    phone2: phone2Fault(values.phone2, values.country),
    address: addressFault(values.address),
    birthdate: birthdateFault(values.birthdate),
  };
}
