import { DEFAULT_COUNTRY, type Country } from '#entities/country/country.ts';
import { toNational } from '#entities/country/phone.ts';
import type { ProfileFields } from '#entities/user/profileFields.ts';
import { validateUserValues, toProfileFields, type UserValues } from '#entities/user/userValues.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';

/** Converts a profile to form values. */
export function toFormValues(fields: ProfileFields, countries: Country[]): UserValues {
  const country = countries.find(({ names }) => names.en === fields.country) ?? DEFAULT_COUNTRY;
  return {
    ...fields,
    country,
    phone1: toNational(fields.phone1, country),
    phone2: toNational(fields.phone2, country),
  };
}

/** Converts form values to a profile. Only teachers have courses. */
export function toProfile(values: UserValues): ProfileFields {
  const { courses } = values;
  return { ...toProfileFields(values), ...(courses && { courses }) };
}

/**
 * Returns the error code of each field of a profile (spec §5, Profile). A teacher whose profile was read without a course teaches
 * withdrawn ones, which the API keeps.
 */
export function validateProfile(
  values: UserValues,
  stored: ProfileFields,
): Partial<Record<keyof UserValues, FieldErrorCode>> {
  const removesAll = values.courses?.length === 0 && stored.courses?.length !== 0;
  return {
    ...validateUserValues(values),
    courses: removesAll ? '1_course_atleast_warning' : undefined,
  };
}
