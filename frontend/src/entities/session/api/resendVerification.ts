import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Requests another verification link, which is sent if a user waits for one; returns the server's message, which is
 * the same for everybody. `too_many_requests` after three in an hour.
 *
 * @param onTooEarly gets the seconds after which a refused request may be repeated, when the server says so.
 */
export async function resendVerification(
  lang: LanguageCode,
  email: string,
  onTooEarly?: (seconds: number) => void,
): Promise<string> {
  const request = client.POST('/users/resend-verification', {
    params: { query: { lang } },
    body: { email },
  });
  try {
    return (await responseOf(request)).body.message;
  } catch (failure) {
    const seconds = await request.then(
      ({ response }) => Number(response.headers.get('Retry-After')),
      () => 0,
    );
    if (seconds > 0) {
      onTooEarly?.(seconds);
    }
    throw failure;
  }
}
