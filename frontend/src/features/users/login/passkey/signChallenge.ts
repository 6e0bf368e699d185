import {
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { beginPasskeyLogin, type SignedChallenge } from '#entities/session/api/passkeyLogin.ts';
import type { LanguageCode } from '#i18n/languages.ts';

interface Request {
  lang: LanguageCode;
  /** Ends the request, and closes what the browser shows for it. */
  signal: AbortSignal;
  /** Offers the passkeys among the suggestions of the email field, instead of in a dialog. */
  isAutofill: boolean;
}

/** Has a passkey of the user's choice sign a new challenge. Also returns for which site it did. */
export async function signChallenge({ lang, signal, isAutofill }: Request) {
  const { challenge, options } = await beginPasskeyLogin(lang, signal);
  // Only one request may wait in a browser. One that is over must not end another.
  signal.throwIfAborted();
  const cancel = () => {
    WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', cancel);
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
    const credential = response as unknown as SignedChallenge['credential'];
    return { challenge, credential, site: optionsJSON.rpId ?? '' };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
