import { client, inTime, responseOf } from '#api/client.ts';
import { sendOrTakeEarly } from '#api/earlyRequest.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import {
  optionalFields,
  taughtCourseIds,
  type CurrentUser,
  type ProfileFields,
  type User,
} from './user.ts';

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
