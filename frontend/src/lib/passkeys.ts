/** Whether the browser can create passkeys and sign in with them. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether the browser can offer passkeys among the suggestions of a field. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  return (
    supportsPasskeys() &&
    'isConditionalMediationAvailable' in PublicKeyCredential &&
    (await PublicKeyCredential.isConditionalMediationAvailable())
  );
}

/**
 * Whether the user has closed the browser's dialog, or the app has cancelled it. Browsers report a timeout and a missing passkey
 * in the same way, and have shown their own message.
 */
export function isCancelledByUser(cause: unknown): boolean {
  return cause instanceof Error && ['NotAllowedError', 'AbortError'].includes(cause.name);
}

/** Whether the authenticator already has a passkey of the user. */
export function hasPasskeyAlready(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'InvalidStateError';
}

/**
 * Tells the browser that the API does not know a passkey, so that it is no longer offered. Not every browser or authenticator
 * supports that, so it may have no effect.
 */
export async function reportUnknownPasskey(rpID: string, credentialID: string): Promise<void> {
  const { sendSignal } = await import('@simplewebauthn/browser');
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}
