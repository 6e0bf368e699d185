import { getAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { reloadPasskeys, updatePasskeys } from './listPasskeys.ts';

/** Gives a passkey another name. */
export async function renamePasskey(lang: LanguageCode, id: string, name: string): Promise<void> {
  const token = getAccessToken();
  const params = { path: { id }, query: { lang } };
  try {
    await responseOf(client.PUT('/users/me/passkeys/{id}', { params, body: { name } }));
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'passkey_not_found') {
      reloadPasskeys(token);
    }
    throw failure;
  }
  updatePasskeys(token, (passkeys) =>
    passkeys.map((passkey) => (passkey._id === id ? { ...passkey, name } : passkey)),
  );
}
