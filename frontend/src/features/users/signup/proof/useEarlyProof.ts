import { useEffect, useRef, useState } from 'react';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { EarlyProof } from './earlyProof.ts';

/** Begins a proof of work with the first entry, so that nobody waits for it after the last one. The signal ends it. */
export function useEarlyProof(hasEntries: boolean, leaveSignal: AbortSignal) {
  const lang = useLanguage().code;
  const [earlyProof, setEarlyProof] = useState<EarlyProof>();
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasEntries && !hasBegun.current) {
      hasBegun.current = true;
      void begin(lang, leaveSignal).then(setEarlyProof);
    }
  }, [hasEntries, lang, leaveSignal]);

  return {
    earlyProof,
    /** Begins another one when the server has had the one before: it accepts each only once. */
    renew: () => {
      setEarlyProof(undefined);
      void begin(lang, leaveSignal).then(setEarlyProof);
    },
  };
}

/** Returns undefined if the code cannot be loaded. */
async function begin(lang: LanguageCode, signal: AbortSignal): Promise<EarlyProof | undefined> {
  try {
    const { startEarlyProof } = await import('./earlyProof.ts');
    return startEarlyProof(lang, signal);
  } catch {
    return undefined;
  }
}
