import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { agree, field, entries, openOccupation, press } from '#testing/signupForm.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SignupScreen } from './SignupScreen.tsx';

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

async function startProof(language: LanguageCode) {
  const workers = holdWorkers();
  const calls = mockApi({ [REGISTER]: refusal });
  await openScreen(SignupScreen, {
    path: '/signup',
    language,
    namespaces: [
      ...['country', 'errors', 'legal', 'signup', 'signupSteps', 'unsaved', 'userFields'],
    ],
  });
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
