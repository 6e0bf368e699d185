import entries from '@shared/data/sample-entries.json';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { solve } from '#api/proof/solve.ts';
import type { components } from '#api/schema.d.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { agree, field, openOccupation, press } from '#testing/signupForm.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SignupScreen } from './SignupScreen.tsx';

vi.mock('#api/proof/solve.ts', { spy: true });

type Proof = components['schemas']['Proof'];

const BEGIN = 'GET /users/registration-challenge';
const REGISTER = 'POST /users/register';
const refusal = jsonResponse(429, {
  success: false,
  code: 'proof_required',
  message: '…',
  challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' }, signature: '' },
});

/** jsdom has no workers. These wait until the test makes them fail. */
function holdWorkers() {
  const workers: HeldWorker[] = [];
  class HeldWorker extends EventTarget {
    messages: { type: string }[] = [];
    isTerminated = false;
    constructor() {
      super();
      workers.push(this);
    }
    postMessage(message: { type: string }) {
      this.messages.push(message);
      // As the workers of the library do.
      if (message.type === 'abort') {
        this.dispatchEvent(new MessageEvent('message', { data: null }));
      }
    }
    terminate() {
      this.isTerminated = true;
    }
  }
  vi.stubGlobal('Worker', HeldWorker);
  return workers;
}

const open = (language: LanguageCode) =>
  openScreen(SignupScreen, {
    path: '/signup',
    language,
    namespaces: [
      ...['country', 'errors', 'legal', 'signup', 'signupSteps', 'unsaved', 'userFields'],
    ],
  });

async function startProof(language: LanguageCode) {
  const workers = holdWorkers();
  const calls = mockApi({ [REGISTER]: refusal });
  await open(language);
  await openOccupation(language, 'student');
  press(translations[language].signupSteps.submit);
  await agree(language);
  const text = normalizeSpaces(translations[language].signupSteps.proof.working);
  expect((await screen.findByText(text)).closest('[role="status"]')).toBeVisible();
  return { calls, workers };
}

describe.each(languages)('a proof of work in $ownName', ({ code: language }) => {
  const { common, signup, signupSteps, unsaved } = translations[language];

  it('is announced while it is made, also when it takes long', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await startProof(language);
    await vi.advanceTimersByTimeAsync(10_000);
    const text = normalizeSpaces(signupSteps.proof.slow);
    expect((await screen.findByText(text)).closest('[role="status"]')).toBeVisible();
  });

  it('says that it failed, and keeps what was entered', async () => {
    const { workers } = await startProof(language);
    workers[0]?.dispatchEvent(new Event('error'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(signupSteps.proof.failed),
    );
    const message = `${signupSteps.proof.failed} ${common.unanswered.kept}`;
    await waitFor(() => {
      expect(document.activeElement).toHaveTextContent(normalizeSpaces(message));
    });
    expect(field(language, 'email')).toHaveValue(entries.email);
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  it('ends when the user leaves the sign-up', async () => {
    const { calls, workers } = await startProof(language);
    fireEvent.click(screen.getByText(signup.login, { selector: 'a' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: unsaved.leave }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/login');
    });
    await waitFor(() => {
      expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
    });
    expect(workers.length).toBeGreaterThan(0);
    expect(calls.filter(({ name }) => name === REGISTER)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('answers another challenge after a refusal, because the server accepts each proof once', async () => {
  const { signup, signupSteps } = translations.en;
  let challenges = 0;
  const calls = mockApi({
    [BEGIN]: () => {
      challenges += 1;
      const challenge = { parameters: {}, signature: String(challenges) };
      return Response.json({ success: true, data: { challenge } });
    },
    [REGISTER]: errorResponse(400, 'address_required', { address: 'address_required' }),
  });
  vi.mocked(solve).mockImplementation((challenge) =>
    Promise.resolve({ challenge, solution: { counter: 3, derivedKey: '00' } }),
  );
  const sent = () =>
    calls
      .filter(({ name }) => name === REGISTER)
      .map(({ body }) => (body as { proof?: Proof }).proof?.challenge.signature);

  await open('en');
  await openOccupation('en', 'student');
  await vi.waitFor(() => {
    expect(solve).toHaveBeenCalledTimes(1);
  });
  press(signupSteps.submit);
  await agree('en');
  await waitFor(() => {
    expect(field('en', 'address')).toHaveFocus();
  });
  expect(sent()).toEqual(['1']);
  await vi.waitFor(() => {
    expect(solve).toHaveBeenCalledTimes(2);
  });
  press(signup.next);
  await screen.findByRole('radio', { name: new RegExp(signupSteps.occupation.student) });
  press(signupSteps.submit);
  await agree('en');
  await vi.waitFor(() => {
    expect(sent()).toEqual(['1', '2']);
  });
});
