import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Verification = components['schemas']['VerificationResponse']['data'];

/** Returns for whom and since when a verification link is. It changes nothing. */
export function getVerification(lang: LanguageCode, token: string): Promise<Verification> {
  return dataOf(
    client.POST('/users/verification', { params: { query: { lang } }, body: { token } }),
  );
}

/**
 * Verifies the email address with the token of the link. The first request from the browser that signed the user up
 * also returns an access token and the user. It can be repeated.
 */
export async function verifyEmail(
  lang: LanguageCode,
  token: string,
): Promise<components['schemas']['VerifiedResponse']> {
  const request = client.POST('/users/verify-email', {
    params: { query: { lang } },
    body: { token },
  });
  return (await responseOf(request)).body;
}

/** Deletes the user who signed up with the email address of somebody else. It can be repeated. */
export async function rejectVerification(lang: LanguageCode, token: string): Promise<void> {
  const request = client.POST('/users/reject-verification', {
    params: { query: { lang } },
    body: { token },
  });
  await responseOf(request);
}

/**
 * Changes the email address of the user whom this browser has signed up, before it is verified, and sends a
 * verification link there; returns the server's message.
 */
export async function correctEmail(lang: LanguageCode, email: string): Promise<string> {
  const request = client.POST('/users/correct-email', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(request)).body.message;
}

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
