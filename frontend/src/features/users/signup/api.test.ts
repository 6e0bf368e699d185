import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it, vi } from 'vitest';
import type { components } from '#api/schema.d.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi, noResponse } from '#testing/network.ts';
import { register, type Registration, startEarlyProof } from './api.ts';

type Challenge = components['schemas']['Challenge'];
type Proof = components['schemas']['Proof'];

const solve = vi.hoisted(() => vi.fn<(challenge: Challenge) => Promise<unknown>>());

// There are no workers here. A journey solves in a real one.
vi.mock('#api/proof/solve.ts', () => ({ solve }));
solve.mockImplementation(async (challenge) => ({
  challenge,
  solution: await solveChallenge({ challenge, deriveKey }),
}));

const SECRET = 'a secret of the server';

const registration: Registration = {
  fullname: 'Amina Benali',
  email: 'amina@example.org',
  password: 'Correct horse 1',
  phone1: '+213551234567',
  address: '12 rue Didouche Mourad',
  country: 'Algeria',
  type: 'student',
};

const challenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    deriveKey,
    hmacSignatureSecret: SECRET,
  });

const earlyProof: Proof = {
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: '01',
      salt: '02',
      cost: 10,
      keyLength: 32,
      keyPrefix: '03',
      keySignature: '04',
      expiresAt: 4_000_000_000,
      data: { level: 1, requester: '05' },
    },
    signature: '06',
  },
  solution: { counter: 3, derivedKey: '00' },
};

/** Asks for a proof this many times, and then creates the user. */
async function serverThatAsks(times: number) {
  const asked = await Promise.all(Array.from({ length: times }, challenge));
  const refusals = asked.map((challenge) =>
    jsonResponse(429, { success: false, code: 'proof_required', message: '…', challenge }),
  );
  const created = jsonResponse(201, { success: true, data: {} });
  return mockApi({
    'POST /users/register': (signal) => (refusals.shift() ?? created)(signal),
  });
}

const proofs = (calls: { body: unknown }[]) =>
  calls.map(({ body }) => (body as { proof?: Proof }).proof);

const options = () => ({ onProving: vi.fn(), signal: new AbortController().signal });

describe('register', () => {
  it('sends no proof when none is asked for', async () => {
    const calls = await serverThatAsks(0);
    await register('en', registration, options());
    expect(calls.map(({ body }) => body)).toEqual([registration]);
  });

  it('repeats the registration with the proof', async () => {
    const calls = await serverThatAsks(1);
    const given = options();
    await register('fr', registration, given);
    expect(given.onProving.mock.calls).toEqual([[true], [false]]);
    const [none, proof] = proofs(calls);
    expect(none).toBeUndefined();
    expect(calls[1]?.body).toEqual({ ...registration, proof });
    const { challenge, solution } = proof ?? expect.fail('no proof');
    const result = await verifySolution({
      challenge,
      solution: { time: 0, ...solution },
      deriveKey,
      hmacSignatureSecret: SECRET,
    });
    expect(result.verified).toBe(true);
  });

  it('sends the proof that was begun with the form, and waits while it is made', async () => {
    const calls = await serverThatAsks(0);
    const given = options();
    const early = {
      state: () => 'solving' as const,
      proof: Promise.resolve(earlyProof),
      cancel: vi.fn(),
    };
    await register('en', registration, { ...given, earlyProof: early });
    expect(calls.map(({ body }) => body)).toEqual([{ ...registration, proof: earlyProof }]);
    expect(given.onProving.mock.calls).toEqual([[true], [false]]);
  });

  it('makes another proof when the server does not accept the early one', async () => {
    const calls = await serverThatAsks(1);
    const given = options();
    const early = {
      state: () => 'ended' as const,
      proof: Promise.resolve(earlyProof),
      cancel: vi.fn(),
    };
    await register('en', registration, { ...given, earlyProof: early });
    const [first, second] = proofs(calls);
    expect(first).toEqual(earlyProof);
    expect(second?.solution.derivedKey).not.toBe('00');
    expect(given.onProving.mock.calls).toEqual([[true], [false]]);
  });

  it('does not wait for a challenge that has not arrived', async () => {
    const calls = await serverThatAsks(0);
    const cancel = vi.fn();
    const early = {
      state: () => 'asking' as const,
      proof: new Promise<never>(() => undefined),
      cancel,
    };
    await register('en', registration, { ...options(), earlyProof: early });
    expect(calls.map(({ body }) => body)).toEqual([registration]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('gives three proofs at most', async () => {
    const calls = await serverThatAsks(9);
    await expect(register('en', registration, options())).rejects.toMatchObject({
      code: 'proof_required',
    });
    expect(calls).toHaveLength(4);
  });

  it('fails with every other error', async () => {
    const calls = mockApi({ 'POST /users/register': errorResponse(429, 'too_many_accounts') });
    await expect(register('en', registration, options())).rejects.toMatchObject({
      code: 'too_many_accounts',
    });
    expect(calls).toHaveLength(1);
  });
});

const BEGIN = 'GET /users/registration-challenge';
const given = (challenge: object | null) =>
  jsonResponse(200, { success: true, data: { challenge } });

const start = () => startEarlyProof('en', new AbortController().signal);

describe('an early proof of work', () => {
  it('solves the challenge of the server', async () => {
    const { promise, resolve: solved } = deferred<unknown>();
    solve.mockReturnValueOnce(promise);
    const calls = mockApi({ [BEGIN]: given(earlyProof.challenge) });
    const early = start();
    expect(early.state()).toBe('asking');
    await vi.waitFor(() => {
      expect(early.state()).toBe('solving');
    });
    solved(earlyProof);
    await expect(early.proof).resolves.toEqual(earlyProof);
    expect(early.state()).toBe('ended');
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['needs none', given(null)],
    ['does not answer', errorResponse(503, 'service_unavailable')],
  ])('is none when the server %s', async (_case, response) => {
    mockApi({ [BEGIN]: response });
    const early = start();
    await expect(early.proof).resolves.toBeUndefined();
    expect(early.state()).toBe('ended');
  });

  it('is none when it fails', async () => {
    solve.mockRejectedValueOnce(new Error('no workers'));
    mockApi({ [BEGIN]: given(earlyProof.challenge) });
    await expect(start().proof).resolves.toBeUndefined();
  });

  it('ends when it is cancelled, and when the user leaves', async () => {
    const calls = mockApi({ [BEGIN]: noResponse });
    const cancelled = start();
    const leaving = new AbortController();
    const left = startEarlyProof('en', leaving.signal);
    await vi.waitFor(() => {
      expect(calls).toHaveLength(2);
    });
    cancelled.cancel();
    leaving.abort();
    await expect(cancelled.proof).resolves.toBeUndefined();
    await expect(left.proof).resolves.toBeUndefined();
  });
});
