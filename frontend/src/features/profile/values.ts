import { DEFAULT_COUNTRY, type Country } from '../../components/country/country.ts';
import { phoneToShow } from '../../components/country/phone.ts';
import type { PersonValues } from '../../components/person/values.ts';
import type { ProfileFields } from '../../session/updateUser.ts';

/** A profile for editing. */
export function valuesToEdit(fields: ProfileFields, countries: Country[]): PersonValues {
  const country = countries.find(({ names }) => names.en === fields.country) ?? DEFAULT_COUNTRY;
  return {
    ...fields,
    country,
    phone1: phoneToShow(fields.phone1, country),
    phone2: phoneToShow(fields.phone2, country),
  };
}
