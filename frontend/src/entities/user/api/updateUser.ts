import { client, wholeAnswerOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { CurrentUser, User } from '../currentUser.ts';

/** What people edit of their profile, in the form in which it is sent. Empty means none. */
export interface ProfileFields {
  fullname: string;
  phone1: string;
  phone2: string;
  address: string;
  /** The English name. */
  country: string;
  birthdate: string;
  /** The ids of what a teacher teaches, sorted: in which order they were picked is no difference. */
  courses?: readonly string[];
}

type Teacher = NonNullable<User['teacher']>;

interface UpdateOptions {
  lang: LanguageCode;
  /** The version that was edited: when there is a newer one, nothing is written. */
  etag?: string | null;
  /** The session, when it is not the stored one. */
  token?: string;
}

/** Replaces a profile (contract, call 4). What was not edited is sent as it is: what is left out would be emptied. */
export async function updateUser(
  user: User,
  { courses, ...fields }: ProfileFields,
  { lang, etag, token }: UpdateOptions,
): Promise<CurrentUser> {
  const { body, headers } = await wholeAnswerOf(
    client.PUT('/users/{id}', {
      params: {
        path: { id: user._id },
        query: { lang },
        header: { ...(etag && { 'If-Match': etag }) },
      },
      ...(token && { headers: { Authorization: `Bearer ${token}` } }),
      body: {
        ...fields,
        _id: user._id,
        email: user.email,
        phone2: fields.phone2 || null,
        image: user.image?._id ?? null,
        teacher: user.teacher && {
          courses: [...(courses ?? coursesOf(user.teacher))],
          curriculum: user.teacher.curriculum?._id ?? '',
          ...(user.teacher.video && { video: user.teacher.video._id }),
        },
      },
    }),
  );
  return { user: body.data, etag: headers.get('ETag') };
}

/** The fields of a profile, to edit them. */
export function fieldsOf(user: User): ProfileFields {
  const { fullname, phone1, phone2, address, country, birthdate } = user;
  return {
    fullname,
    phone1,
    phone2: phone2 ?? '',
    address,
    country,
    birthdate: birthdate ?? '',
    ...(user.teacher && { courses: coursesOf(user.teacher) }),
  };
}

function coursesOf({ courses }: Teacher): string[] {
  return courses.map(({ _id }) => _id).sort();
}
