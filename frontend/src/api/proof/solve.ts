import { solveChallengeWorkers } from 'altcha-lib';
import type { components } from '../schema.d.ts';
import workerUrl from './worker.ts?worker&url';

type Challenge = components['schemas']['Challenge'];
type Proof = components['schemas']['Proof'];

/** The page and other programs need the remaining cores. */
const MAX_WORKERS = 4;
/** 0 disables the time limit of the library. The challenge expires on the server. */
const TIMEOUT_MS = 0;

/** The content security policy of the CDN takes the URLs of scripts from this policy alone. Browsers without policies take text. */
const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });

/** Solves a challenge in workers, so that the page stays responsive. It takes some seconds. The signal ends it. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<Proof> {
  signal.throwIfAborted();
  const controller = new AbortController();
  signal.addEventListener('abort', () => {
    controller.abort();
  });
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker: () =>
      // The types of browsers do not know that a worker takes a trusted URL.
      new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string, { type: 'module' }),
    timeout: TIMEOUT_MS,
  });
  signal.throwIfAborted();
  if (!solution) {
    throw new Error('The workers found no solution.');
  }
  return { challenge, solution };
}
