import {
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { LanguageCode } from '#i18n/languages.ts';
import { beginPasskeyLogin, type SignedChallenge } from './api.ts';

interface Request {
  lang: LanguageCode;
  /** Ends the request, and closes what the browser shows for it. */
  signal: AbortSignal;
  /** Offers the passkeys among the suggestions of the email field, instead of in a dialog. */
  isAutofill: boolean;
}

/** Lets a passkey that the user chooses sign a new challenge. Also returns the site of the passkey. */
export async function signChallenge({ lang, signal, isAutofill }: Request) {
  const { challenge, options } = await beginPasskeyLogin(lang, signal);
  // A browser allows one pending request. A request that has ended must not abort another one.
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
