import { DEFAULT_COUNTRY, type Country } from '#entities/country/country.ts';
import { phoneToShow } from '#entities/country/phone.ts';
import type { FieldCode } from '#ui/form/useForm.ts';
import { faultsOf, fieldsToSend, type PersonValues } from '#entities/user/userValues.ts';
import type { ProfileFields } from '#entities/user/api/updateUser.ts';

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

/** An edited profile for sending. Teachers' have courses. */
export function profileToSend(values: PersonValues): ProfileFields {
  const { courses } = values;
  return { ...fieldsToSend(values), ...(courses && { courses }) };
}

/** What is wrong with each field of a profile (spec §5, Profile). */
export function profileFaultsOf(
  values: PersonValues,
): Partial<Record<keyof PersonValues, FieldCode>> {
  const teachesNothing = values.courses?.length === 0;
  return {
    ...faultsOf(values),
    courses: teachesNothing ? '1_course_atleast_warning' : undefined,
  };
}
