import { client, inTime, responseOf } from '#api/client.ts';
import { sendOrTakeEarly } from '#api/earlyRequest.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** A user as the API returns them (`ProfileView`). */
export type User = components['schemas']['User'];

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

/** The optional fields with what takes the place of each. */
export function optionalFields<Value>(
  fields: ProfileFields,
  replace: (value: string, name: OptionalName) => Value,
): Record<OptionalName, Value> {
  return fromNames(OPTIONAL_FIELDS, (name) => replace(fields[name], name));
}

export function profileFieldsOf(user: User): ProfileFields {
  return {
    ...fromNames(FIELDS, (name) => user[name] ?? ''),
    ...(user.teacher && { courses: taughtCourseIds(user.teacher) }),
  };
}

/** The ids of the courses that a teacher teaches, sorted. */
function taughtCourseIds({ courses }: NonNullable<User['teacher']>): string[] {
  return courses.map(({ _id }) => _id).sort();
}

function fromNames<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

/** Fetches the user to whom the stored access token belongs. The inline script may have sent the first request of the page. */
export async function getMe(lang: LanguageCode, signal?: AbortSignal): Promise<CurrentUser> {
  const { body, headers } = await responseOf(
    client.GET('/users/me', {
      params: { query: { lang } },
      fetch: inTime(sendOrTakeEarly),
      ...(signal && { signal }),
    }),
  );
  return { user: body.data, etag: headers.get('ETag') };
}

interface UpdateOptions {
  lang: LanguageCode;
  /** The version that was edited. Nothing is written when there is a newer one. */
  etag?: string | null;
  /** The access token, when it is not the stored one. */
  token?: string;
}

/**
 * Replaces a profile (contract, call 4). Fields that were not edited are sent unchanged, because missing fields
 * would be emptied.
 */
export async function updateUser(
  user: User,
  { courses, ...fields }: ProfileFields,
  { lang, etag, token }: UpdateOptions,
): Promise<CurrentUser> {
  const { body, headers } = await responseOf(
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
        ...optionalFields(fields, (value) => value || null),
        image: user.image?._id ?? null,
        teacher: user.teacher && {
          courses: [...(courses ?? taughtCourseIds(user.teacher))],
          curriculum: user.teacher.curriculum?._id ?? '',
          ...(user.teacher.video && { video: user.teacher.video._id }),
        },
      },
    }),
  );
  return { user: body.data, etag: headers.get('ETag') };
}

/** The request before. Later choices follow it, so that the last one counts. */
let sending: Promise<unknown> = Promise.resolve();

export async function setEmailLanguage(language: LanguageCode): Promise<void> {
  const sent = sending.then(() =>
    responseOf(client.PUT('/users/me/language', { body: { language } })),
  );
  sending = sent.catch(() => undefined);
  await sent;
}
