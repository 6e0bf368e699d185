import { dataOf, client } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { abortWith } from '#lib/abortWith.ts';
import { ApiError } from '#lib/apiError.ts';

export type Registration = components['schemas']['Registration'];
type Challenge = components['schemas']['Challenge'];
type Proof = components['schemas']['Proof'];

/** The maximum number of proofs of work. The required level may rise while the browser makes the first one. */
const MAX_PROOFS = 3;

/** The browser could not make a proof of work. */
export class ProofError extends Error {}

interface RegisterOptions {
  /** The proof of work that was begun with the form. */
  earlyProof?: EarlyProof | undefined;
  /** Called with `true` when a proof of work begins, and with `false` when it ends. */
  onProving: (isProving: boolean) => void;
  /** Ends a proof of work. A request that was sent is not aborted, because its outcome would be unknown. */
  signal: AbortSignal;
}

/**
 * Registers a user; the server sends an email with a verification link (contract, call 1). When many users have
 * registered from this network, the server asks for a proof of work first.
 */
export async function register(
  lang: LanguageCode,
  registration: Registration,
  options: RegisterOptions,
): Promise<void> {
  let body = withProof(registration, await finishEarly(options));
  for (let proofs = 0; ; proofs += 1) {
    try {
      await dataOf(client.POST('/users/register', { params: { query: { lang } }, body }));
      return;
    } catch (failure) {
      const challenge = failure instanceof ApiError ? failure.challenge : undefined;
      if (!challenge || proofs === MAX_PROOFS) {
        throw failure;
      }
      body = withProof(registration, await prove(challenge as Challenge, options));
    }
  }
}

const withProof = (registration: Registration, proof: Proof | undefined): Registration => ({
  ...registration,
  ...(proof && { proof }),
});

/** The early proof. Nobody waits for its challenge, because the registration may need none. */
async function finishEarly({
  earlyProof,
  onProving,
  signal,
}: RegisterOptions): Promise<Proof | undefined> {
  if (earlyProof?.state() === 'asking') {
    earlyProof.cancel();
    return undefined;
  }
  if (earlyProof?.state() !== 'solving') {
    return earlyProof?.proof;
  }
  onProving(true);
  const proof = await earlyProof.proof;
  onProving(false);
  signal.throwIfAborted();
  return proof;
}

async function prove(challenge: Challenge, { onProving, signal }: RegisterOptions): Promise<Proof> {
  onProving(true);
  try {
    const { solve } = await import('#api/proof/solve.ts');
    return await solve(challenge, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProofError('The proof of work failed.', { cause });
  } finally {
    onProving(false);
  }
}

/** Returns the challenge that the next registration from this network needs; null when it needs none. */
async function beginRegistration(
  lang: LanguageCode,
  signal: AbortSignal,
): Promise<Challenge | null> {
  const params = { query: { lang } };
  const data = await dataOf(client.GET('/users/registration-challenge', { params, signal }));
  return data.challenge;
}

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
