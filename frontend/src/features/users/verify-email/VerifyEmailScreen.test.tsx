import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx';

const VERIFY = 'POST /users/verify-email';

const ok = jsonResponse(200, { success: true, message: 'In another language' });

const follow = (path: string, language: LanguageCode) =>
  openScreen(VerifyEmailScreen, { path, language, namespaces: ['signIn', 'errors'] });

describe.each(languages)('the verification link in $ownName', ({ code: language }) => {
  const { common, errors, signIn } = translations[language];
  const toLogin = () => screen.findByRole('link', { name: common.pages.login });

  it('verifies the email address, and confirms it', async () => {
    const calls = mockApi({ [VERIFY]: ok });
    await follow('/verify-email?token=secret', language);
    expect(await toLogin()).toHaveAttribute('href', '/login');
    expect(screen.getByText(normalizeSpaces(signIn.verify.done))).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'secret' }]);
    expect(window.location.search).toBe('');
  });

  it.each(['/verify-email?token=wrong', '/verify-email'])(
    'explains what to do when the link is invalid (%s)',
    async (path) => {
      mockApi({ [VERIFY]: errorResponse(400, 'verification_invalid') });
      await follow(path, language);
      expect(await toLogin()).toHaveAttribute('href', '/login');
      expect(screen.getByText(normalizeSpaces(errors.verification_invalid))).toBeVisible();
      expect(screen.getByText(normalizeSpaces(signIn.verify.whatToDo))).toBeVisible();
    },
  );
});

it('can be retried when the service does not respond', async () => {
  const { common, errors } = translations.en;
  let isUp = false;
  mockApi({
    [VERIFY]: (signal) => (isUp ? ok(signal) : Promise.reject(new TypeError('Failed to fetch'))),
  });
  await follow('/verify-email?token=secret', 'en');
  // The query retries by itself before the user is asked to.
  const retry = await screen.findByRole('button', { name: common.retry });
  expect(screen.getByText(errors.service_unavailable)).toBeVisible();
  isUp = true;
  fireEvent.click(retry);
  expect(await screen.findByRole('link', { name: common.pages.login })).toBeVisible();
});
