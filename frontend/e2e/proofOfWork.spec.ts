import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { components } from '../src/api/schema.d.ts';
import { expect, test } from './support/journey.ts';
import { signUpAsStudent, signupValues } from './support/signupForm.ts';
import { only, variants } from './support/variants.ts';

const SECRET = 'a secret of the server';

// Chromium logs the refused request.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

const challengeOfServer = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 20_000,
    counter: 40,
    deriveKey,
    hmacSignatureSecret: SECRET,
  });

type Challenge = Awaited<ReturnType<typeof challengeOfServer>>;
type Registration = components['schemas']['Registration'];

async function isSolved(challenge: Challenge, proof: Registration['proof']): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge,
    solution: { counter: 0, derivedKey: '', time: 0, ...proof?.solution },
    deriveKey,
    hmacSignatureSecret: SECRET,
  });
  return verified;
}

for (const { language, tag } of variants('phone')) {
  const title = `solves a proof of work in a worker, and signs up without a question (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const challenge = await challengeOfServer();
    const bodies: Registration[] = [];
    // Everything here comes from one IP address, so the stack asks for no proof.
    await page.route('**/api/users/register**', async (route) => {
      bodies.push(route.request().postDataJSON() as Registration);
      const refusal = { success: false, code: 'proof_required', message: '…', challenge };
      await (bodies.length === 1
        ? route.fulfill({ status: 429, json: refusal })
        : route.continue());
    });
    const values = signupValues();
    await visit('/signup', { language });
    await signUpAsStudent(page, language, values);

    await expect.poll(() => bodies).toHaveLength(2);
    expect(await isSolved(challenge, bodies[1]?.proof)).toBe(true);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test(
  'sends the proof that was made while the form was filled in',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const challenge = await challengeOfServer();
    await page.route('**/api/users/registration-challenge**', (route) =>
      route.fulfill({ json: { success: true, data: { challenge } } }),
    );
    const registration = page.waitForRequest('**/api/users/register**');
    await visit('/signup');
    await signUpAsStudent(page, 'en', signupValues());
    const { proof } = (await registration).postDataJSON() as Registration;
    expect(await isSolved(challenge, proof)).toBe(true);
    await expect(page).toHaveURL('/');
  },
);
