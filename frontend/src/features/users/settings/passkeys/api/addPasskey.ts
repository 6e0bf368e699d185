import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { getAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { reportUnknownPasskey } from '#lib/passkeys.ts';
import { reloadPasskeys, updatePasskeys, type Passkey } from './listPasskeys.ts';

/** Confirms the password, has the authenticator make a passkey, and adds it. The API names it after the device. */
export async function addPasskey(lang: LanguageCode, password: string): Promise<Passkey> {
  const token = getAccessToken();
  const params = { query: { lang } };
  try {
    const [{ startRegistration }, { challenge, options }] = await Promise.all([
      import('@simplewebauthn/browser'),
      dataOf(client.POST('/users/me/passkeys/options', { params, body: { password } })),
    ]);
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    const credential = response as unknown as components['schemas']['PasskeyCredential'];
    const body = { challenge, credential };
    const request = dataOf(client.POST('/users/me/passkeys', { params, body }));
    const passkey = await request.catch(removeFromDevice(optionsJSON.rp.id ?? '', response.id));
    updatePasskeys(token, (passkeys) => [...passkeys, passkey]);
    return passkey;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 409) {
      reloadPasskeys(token);
    }
    throw failure;
  }
}

/** Returns a handler that throws a failure again. A passkey that the API has refused would remain on the device otherwise. */
function removeFromDevice(
  rpId: string,
  credentialId: string,
): (failure: unknown) => Promise<never> {
  return async (failure) => {
    if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) {
      await reportUnknownPasskey(rpId, credentialId);
    }
    throw failure;
  };
}
