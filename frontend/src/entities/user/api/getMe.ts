import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { CurrentUser } from '../user.ts';

/** Fetches the user to whom the stored access token belongs. */
export async function getMe(lang: LanguageCode, signal?: AbortSignal): Promise<CurrentUser> {
  const { body, headers } = await responseOf(
    client.GET('/users/me', { params: { query: { lang } }, ...(signal && { signal }) }),
  );
  return { user: body.data, etag: headers.get('ETag') };
}
