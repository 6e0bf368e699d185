import { onTestFinished, vi } from 'vitest';

/** The ids are base64url. */
export const CREDENTIAL_ID = 'cGFzc2tleQ';

const bytes = new Uint8Array([1, 2, 3]).buffer;

/** What an authenticator returns. The API's responses are mocked, so no signature is verified. */
const credential = {
  id: CREDENTIAL_ID,
  rawId: bytes,
  type: 'public-key',
  response: {
    attestationObject: bytes,
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  },
  getClientExtensionResults: () => ({}),
};

/** The user picks no suggestion until the request is aborted. */
const untilAborted = ({ signal }: CredentialRequestOptions) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new DOMException('', 'AbortError'));
    });
  });

/**
 * Gives the browser passkeys until the test ends. jsdom has none. Returns what the browser is asked: to `create` one, to `get` a signature
 * in its dialog, to `suggest` passkeys at a field, and which unknown passkey is reported to it.
 */
export function mockPasskeys() {
  const create = vi.fn(() => Promise.resolve(credential));
  const get = vi.fn(() => Promise.resolve(credential));
  const suggest =
    vi.fn<(options: CredentialRequestOptions) => Promise<typeof credential>>(untilAborted);
  const signalUnknownCredential = vi.fn(() => Promise.resolve());
  const isConditionalMediationAvailable = () => Promise.resolve(true);
  // In a browser, it is a class with static methods.
  const PublicKeyCredential = Object.assign(() => undefined, {
    isConditionalMediationAvailable,
    signalUnknownCredential,
  });
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create,
      get: (options: CredentialRequestOptions) =>
        options.mediation === 'conditional' ? suggest(options) : get(),
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return { create, get, suggest, signalUnknownCredential };
}
