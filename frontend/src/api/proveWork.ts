import type { components } from './schema.d.ts';

type Challenge = components['schemas']['Challenge'];

type Send = (request: Request, signal: AbortSignal) => Promise<Response>;

/** Requests that others can use up, for which the API then asks for a proof of work. The sign-up shows its own progress. */
const PATHS = /\/users\/(login|request-reset|resend-verification|me\/email)$/;

/** The maximum number of proofs of work. The required level may rise while the browser makes the first one. */
const MAX_PROOFS = 3;

/** Sends requests, and repeats one with a proof of work when the API asks for it. */
export function provingWork(send: Send): Send {
  return async (request, signal) => {
    const canProve = request.method === 'POST' && PATHS.test(new URL(request.url).pathname);
    const original = canProve ? request.clone() : undefined;
    let response = await send(request, signal);
    for (let proofs = 0; original && proofs < MAX_PROOFS; proofs += 1) {
      const challenge = await challengeOf(response);
      const proven = challenge && (await withProof(original, challenge, signal));
      if (!proven) {
        break;
      }
      response = await send(proven, signal);
    }
    return response;
  };
}

async function challengeOf(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 429) {
    return undefined;
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { challenge?: Challenge } | undefined)?.challenge;
}

/** The request with a proof. Without one, the refusal says what the user can do. */
async function withProof(
  original: Request,
  challenge: Challenge,
  signal: AbortSignal,
): Promise<Request | undefined> {
  try {
    const { solve } = await import('./proof/solve.ts');
    const proof = await solve(challenge, signal);
    const body = (await original.clone().json()) as object;
    return new Request(original.clone(), { body: JSON.stringify({ ...body, proof }) });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
