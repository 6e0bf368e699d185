import { beforeEach, expect, it, vi } from 'vitest';
import { solve } from './proof/solve.ts';
import { provingWork } from './proveWork.ts';

vi.mock('./proof/solve.ts', () => ({ solve: vi.fn() }));

const asked = () =>
  new Response(
    JSON.stringify({ success: false, code: 'proof_required', challenge: { salt: 'a' } }),
    {
      status: 429,
    },
  );
const done = () => new Response('{}');

/** Sends a request whose responses are these. Returns the last one, and the bodies that were sent. */
async function send(path: string, ...responses: Response[]) {
  const bodies: unknown[] = [];
  const sending = provingWork(async (request) => {
    bodies.push(await request.json());
    return responses[bodies.length - 1] ?? done();
  });
  const body = JSON.stringify({ email: 'a@example.org' });
  const request = new Request(`http://localhost/api${path}?lang=fr`, { method: 'POST', body });
  const response = await sending(request, new AbortController().signal);
  return { response, bodies };
}

beforeEach(() => {
  vi.mocked(solve).mockReset();
  vi.mocked(solve).mockResolvedValue({ proof: 'solved' } as never);
});

it('repeats a request with the proof that the API asks for', async () => {
  const { response, bodies } = await send('/users/login', asked(), done());
  expect(response.status).toBe(200);
  expect(bodies).toEqual([
    { email: 'a@example.org' },
    { email: 'a@example.org', proof: { proof: 'solved' } },
  ]);
  expect(vi.mocked(solve).mock.calls[0]?.[0]).toEqual({ salt: 'a' });
});

it('makes three proofs at most', async () => {
  const { response, bodies } = await send(
    '/users/login',
    asked(),
    asked(),
    asked(),
    asked(),
    done(),
  );
  expect(response.status).toBe(429);
  expect(bodies).toHaveLength(4);
});

it('returns the refusal when it asks for no proof, when the browser makes none, and for other requests', async () => {
  const refused = new Response('{"code": "too_many_attempts"}', { status: 429 });
  expect((await send('/users/login', refused)).bodies).toHaveLength(1);
  expect((await send('/users/register', asked())).bodies).toHaveLength(1);
  vi.mocked(solve).mockRejectedValue(new Error('no workers'));
  const { response, bodies } = await send('/users/login', asked());
  expect([response.status, bodies.length]).toEqual([429, 1]);
  await expect(response.json()).resolves.toMatchObject({ code: 'proof_required' });
});
