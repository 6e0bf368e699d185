import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { abortWith } from '#lib/abortWith.ts';
import { beginRegistration } from './api.ts';

type Proof = components['schemas']['Proof'];

/** A proof of work that is made while the user fills in the form. */
export interface EarlyProof {
  state: () => 'asking' | 'solving' | 'ended';
  /** Undefined when none is needed, and when it failed: the server asks for one with the registration. */
  proof: Promise<Proof | undefined>;
  cancel: () => void;
}

/** Asks whether the registration needs a proof of work, and makes it in the background. The signal ends it. */
export function startEarlyProof(lang: LanguageCode, leaveSignal: AbortSignal): EarlyProof {
  const controller = new AbortController();
  const { signal } = controller;
  abortWith(controller, leaveSignal);
  let state: ReturnType<EarlyProof['state']> = 'asking';
  const make = async () => {
    try {
      const challenge = await beginRegistration(lang, signal);
      if (!challenge) {
        return undefined;
      }
      state = 'solving';
      const { solve } = await import('#api/proof/solve.ts');
      return await solve(challenge, signal);
    } catch {
      return undefined;
    } finally {
      state = 'ended';
    }
  };
  return {
    state: () => state,
    proof: make(),
    cancel: () => {
      controller.abort();
    },
  };
}
