import type { components } from '#api/schema.d.ts';

/** A user as the API returns them (`ProfileView`). */
export type User = components['schemas']['User'];

/** The signed-in user. */
export interface CurrentUser {
  user: User;
  /** The version of the profile, for `If-Match`. Null until the user has been fetched. */
  etag: string | null;
}

/** The fields of a profile that users edit, in the order of the form. The country is its English name. */
const FIELDS = ['fullname', 'country', 'phone1', 'phone2', 'address', 'birthdate'] as const;

/** Those that may stay empty: then the API has `null`. */
const OPTIONAL_FIELDS = ['phone2'] as const satisfies readonly FieldName[];

type FieldName = (typeof FIELDS)[number];
type OptionalName = (typeof OPTIONAL_FIELDS)[number];

/** The fields of a profile that users edit, as the API takes them. An empty string means that there is no value. */
export interface ProfileFields extends Record<FieldName, string> {
  /** Ids of the courses that a teacher teaches, sorted, because their order has no meaning. */
  courses?: readonly string[];
}

/** A profile with these values. */
export function eachField(valueOf: (name: FieldName) => string): Record<FieldName, string> {
  return fromNames(FIELDS, valueOf);
}

/** The optional fields with what takes the place of each. */
export function optionalFields<Value>(
  fields: ProfileFields,
  replace: (value: string, name: OptionalName) => Value,
): Record<OptionalName, Value> {
  return fromNames(OPTIONAL_FIELDS, (name) => replace(fields[name], name));
}

/** The fields of a profile, for editing. */
export function profileFieldsOf(user: User): ProfileFields {
  return {
    ...eachField((name) => user[name] ?? ''),
    ...(user.teacher && { courses: taughtCourseIds(user.teacher) }),
  };
}

/** The ids of the courses that a teacher teaches, sorted. */
export function taughtCourseIds({ courses }: NonNullable<User['teacher']>): string[] {
  return courses.map(({ _id }) => _id).sort();
}

function fromNames<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
