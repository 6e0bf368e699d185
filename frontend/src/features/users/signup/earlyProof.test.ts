import { describe, expect, it, vi } from 'vitest';
import { errorResponse, jsonResponse, mockApi, noResponse } from '#testing/network.ts';
import { startEarlyProof } from './earlyProof.ts';

const solve = vi.hoisted(() => vi.fn());

// There are no workers here. A journey solves in a real one.
vi.mock('#api/proof/solve.ts', () => ({ solve }));

const BEGIN = 'GET /users/registration-challenge';
const challenge = { parameters: {}, signature: '' };
const proof = { challenge, solution: { counter: 3, derivedKey: '00' } };
const given = (challenge: object | null) =>
  jsonResponse(200, { success: true, data: { challenge } });

const start = () => startEarlyProof('en', new AbortController().signal);

describe('an early proof of work', () => {
  it('solves the challenge of the server', async () => {
    let solved: (proof: unknown) => void = () => undefined;
    solve.mockReturnValueOnce(
      new Promise((resolve) => {
        solved = resolve;
      }),
    );
    const calls = mockApi({ [BEGIN]: given(challenge) });
    const early = start();
    expect(early.state()).toBe('asking');
    await vi.waitFor(() => {
      expect(early.state()).toBe('solving');
    });
    solved(proof);
    await expect(early.proof).resolves.toEqual(proof);
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
    mockApi({ [BEGIN]: given(challenge) });
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
