import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { components } from '#api/schema.d.ts';
import { passkeyLogin } from '#entities/session/api.ts';
import { preloadSession } from '#entities/session/session.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import {
  isCancelledByUser,
  reportUnknownPasskey,
  supportsPasskeyAutofill,
  supportsPasskeys,
} from '#lib/passkeys.ts';

/** In milliseconds. A challenge is valid for five minutes. */
const RENEWAL_INTERVAL = 4 * 60_000;

interface PasskeyLoginOptions {
  /** Whether to keep the user signed in. */
  remember: () => boolean;
  onSignedIn: (response: components['schemas']['LoginResponse']) => Promise<void>;
  /** `undefined` removes an earlier failure. */
  onFailure: (failure: unknown) => void;
}

/**
 * Signs in with a passkey: one that the user picks among the suggestions of the email field, where the browser offers them, or in the
 * browser's dialog after a click. A dialog that the user closes is not a failure.
 */
export function usePasskeyLogin({ remember, onSignedIn, onFailure }: PasskeyLoginOptions) {
  const lang = useLanguage().code;
  const [isPending, setIsPending] = useState(false);
  /** How often the suggestions were prepared. */
  const [round, setRound] = useState(0);
  const current = useRef<AbortController>(null);

  /** Starts a request, which ends the one before. */
  const replaceCurrent = () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  const sign = async (signal: AbortSignal, isAutofill: boolean) => {
    const { signChallenge } = await import('#entities/session/signChallenge.ts');
    return signChallenge({ lang, signal, isAutofill });
  };

  const finish = async ({ site, ...signed }: Awaited<ReturnType<typeof sign>>) => {
    preloadSession();
    try {
      await onSignedIn(await passkeyLogin(lang, { ...signed, remember: remember() }));
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'passkey_refused') {
        await reportUnknownPasskey(site, signed.credential.id);
      }
      throw failure;
    }
  };

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    // Failures before the user picks a suggestion are not shown, because the user has not started a sign-in.
    const signed = (await supportsPasskeyAutofill())
      ? await sign(signal, true).catch(() => undefined)
      : undefined;
    if (!signed || signal.aborted) {
      return;
    }
    setIsPending(true);
    onFailure(undefined);
    try {
      await finish(signed);
    } catch (failure) {
      onFailure(failure);
      setRound((before) => before + 1);
    }
    setIsPending(false);
  });

  useEffect(() => {
    const signal = replaceCurrent();
    const askedAt = Date.now();
    void suggest(signal);
    const renew = () => {
      // Not while the dialog is open.
      const isWaiting = current.current?.signal === signal;
      if (supportsPasskeys() && isWaiting && document.visibilityState === 'visible') {
        setRound((before) => before + 1);
      }
    };
    const renewal = setInterval(renew, RENEWAL_INTERVAL);
    const onVisibilityChange = () => {
      if (Date.now() - askedAt > RENEWAL_INTERVAL) {
        renew();
      }
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(renewal);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [round, lang]);

  // The screen is left.
  useEffect(
    () => () => {
      current.current?.abort();
    },
    [],
  );

  /** Shows the browser's dialog. */
  const start = async () => {
    const signal = replaceCurrent();
    setIsPending(true);
    onFailure(undefined);
    try {
      if (!supportsPasskeys()) {
        throw new Error('This browser does not support passkeys.');
      }
      await finish(await sign(signal, false));
    } catch (failure) {
      if (!isCancelledByUser(failure)) {
        onFailure(failure);
      }
    }
    setIsPending(false);
    setRound((before) => before + 1);
  };

  return { isPending, start };
}
