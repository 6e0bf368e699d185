import { client, inTime, responseOf } from '#api/client.ts';
import { sendOrTakeEarly } from '#api/earlyRequest.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { CurrentUser } from '../user.ts';

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
