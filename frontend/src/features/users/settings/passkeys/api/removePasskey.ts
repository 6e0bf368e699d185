import { getAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { updatePasskeys } from './listPasskeys.ts';

/** Removes a passkey. It is removed as well when the API does not know it any more. */
export async function removePasskey(lang: LanguageCode, id: string): Promise<void> {
  const token = getAccessToken();
  const params = { path: { id }, query: { lang } };
  try {
    await responseOf(client.DELETE('/users/me/passkeys/{id}', { params }));
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'passkey_not_found')) {
      throw failure;
    }
  }
  updatePasskeys(token, (passkeys) => passkeys.filter(({ _id }) => _id !== id));
}
