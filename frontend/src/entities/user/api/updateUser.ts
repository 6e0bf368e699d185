import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { optionalFields, taughtCourseIds, type ProfileFields } from '../profileFields.ts';
import type { CurrentUser, User } from '../user.ts';

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
