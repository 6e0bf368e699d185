import type { components } from '#api/schema.d.ts';

/** A user as the API returns them (`ProfileView`). */
export type User = components['schemas']['User'];

/** The signed-in user. */
export interface CurrentUser {
  user: User;
  /** The version of the profile, for `If-Match`. Null until the user has been fetched. */
  etag: string | null;
}

/** The fields of a profile that users edit, as the API takes them. An empty string means that there is no value. */
export interface ProfileFields {
  fullname: string;
  phone1: string;
  phone2: string;
  address: string;
  /** The English name. */
  country: string;
  birthdate: string;
  /** Ids of the courses that a teacher teaches, sorted, because their order has no meaning. */
  courses?: readonly string[];
}

/** The fields of a profile, for editing. */
export function profileFieldsOf(user: User): ProfileFields {
  const { fullname, phone1, phone2, address, country, birthdate } = user;
  return {
    fullname,
    phone1,
    phone2: phone2 ?? '',
    address,
    country,
    birthdate: birthdate ?? '',
    ...(user.teacher && { courses: taughtCourseIds(user.teacher) }),
  };
}

/** The ids of the courses that a teacher teaches, sorted. */
export function taughtCourseIds({ courses }: NonNullable<User['teacher']>): string[] {
  return courses.map(({ _id }) => _id).sort();
}
