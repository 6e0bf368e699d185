import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAccessToken, clearAccessToken } from '#api/accessToken.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx';

const LINK = 'POST /users/verification';
const VERIFY = 'POST /users/verify-email';
const REJECT = 'POST /users/reject-verification';
const RESEND = 'POST /users/resend-verification';

const EMAIL = 'amina@example.org';
const email = isolatedEmail(EMAIL);

const ok = jsonResponse(200, { success: true, message: 'In another language' });
const link = (state: object = {}) =>
  jsonResponse(200, {
    success: true,
    data: {
      email: EMAIL,
      createdAt: '2026-11-22T10:15:00Z',
      verified: false,
      signedUpHere: false,
      ...state,
    },
  });
const signedIn = jsonResponse(200, {
  success: true,
  message: 'In another language',
  token: 'an access token',
  data: { _id: '1', fullname: 'Amina Benali', email: EMAIL, type: 'student' },
});

const follow = (path: string, language: LanguageCode = 'en') =>
  openScreen(VerifyEmailScreen, {
    path,
    language,
    namespaces: ['errors', 'signIn', 'verifyEmail'],
  });

/** Presses a button as with the keyboard, so that it has the focus. */
async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

describe.each(languages)('the verification link in $ownName', ({ code: language, dates }) => {
  const { common, errors, signIn, verifyEmail } = translations[language];
  const toLogin = () => screen.findByRole('link', { name: common.pages.login });
  const button = (name: string) => screen.findByRole('button', { name });

  it('says for whom and when, and verifies nothing until the user confirms', async () => {
    const calls = mockApi({ [LINK]: link(), [VERIFY]: ok });
    await follow('/verify-email?token=secret', language);
    const confirm = await button(verifyEmail.confirm);
    const time = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeStyle: 'short' });
    const asked = verifyEmail.asked
      .replace('{{email}}', email)
      .replace('{{time}}', time.format(new Date('2026-11-22T10:15:00Z')));
    expect(screen.getByText(normalizeSpaces(asked), { normalizer: normalizeSpaces })).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual([LINK]);
    expect(window.location.search).toBe('');

    fireEvent.click(confirm);
    expect(await toLogin()).toHaveAttribute('href', '/login');
    expect(screen.getByRole('heading', { level: 1, name: verifyEmail.doneTitle })).toHaveFocus();
    await waitFor(() => {
      expect(document.title).toBe(`${verifyEmail.doneTitle} · ${common.brand}`);
    });
    expect(screen.getByText(normalizeSpaces(verifyEmail.done))).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual([LINK, VERIFY]);
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'secret' }, { token: 'secret' }]);
  });

  it('deletes an account that somebody else has made, after a confirmation', async () => {
    const calls = mockApi({ [LINK]: link(), [REJECT]: ok });
    await follow('/verify-email?token=secret', language);
    fireEvent.click(await button(verifyEmail.reject));
    fireEvent.click(await button(verifyEmail.rejectCancel));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(calls).toHaveLength(1);

    fireEvent.click(await button(verifyEmail.reject));
    fireEvent.click(await button(verifyEmail.rejectConfirm));
    expect(await screen.findByText(normalizeSpaces(verifyEmail.rejected))).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe(`${verifyEmail.rejectedTitle} · ${common.brand}`);
    });
    expect(screen.queryByRole('button', { name: verifyEmail.confirm })).not.toBeInTheDocument();
    // A reload still shows the result.
    expect(window.history.state).toMatchObject({ usr: { isRejected: true } });
  });

  it.each(['/verify-email?token=wrong', '/verify-email'])(
    'sends another link when the link is invalid (%s)',
    async (path) => {
      const calls = mockApi({ [LINK]: errorResponse(400, 'verification_invalid'), [RESEND]: ok });
      await follow(path, language);
      expect(await toLogin()).toHaveAttribute('href', '/login');
      expect(screen.getByText(normalizeSpaces(errors.verification_invalid))).toBeVisible();
      expect(screen.getByText(normalizeSpaces(verifyEmail.whatToDo))).toBeVisible();

      fireEvent.change(screen.getByLabelText(signIn.fields.email), {
        target: { value: ` ${EMAIL} ` },
      });
      fireEvent.click(await button(verifyEmail.resend));
      const resent = normalizeSpaces(verifyEmail.resent.replace('{{email}}', email));
      expect(await screen.findByText(resent)).toBeVisible();
      expect(calls.at(-1)).toMatchObject({ name: RESEND, body: { email: EMAIL } });
    },
  );

  it('says when the address is verified already', async () => {
    const calls = mockApi({ [LINK]: link({ verified: true, signedUpHere: true }) });
    await follow('/verify-email?token=secret', language);
    expect(await toLogin()).toHaveAttribute('href', '/login');
    expect(screen.getByText(normalizeSpaces(verifyEmail.done))).toBeVisible();
    expect(screen.getByText(normalizeSpaces(verifyEmail.notYours))).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual([LINK]);
  });
});

describe('a sign-up from the page of a course', () => {
  const { verifyEmail } = translations.en;

  it('leads on to the login, and from there to the course, in another browser', async () => {
    const verified = { success: true, message: 'In another language', course: 'rust' };
    mockApi({ [LINK]: link(), [VERIFY]: jsonResponse(200, verified) });
    await follow('/verify-email?token=secret');
    await press(verifyEmail.confirm);
    await waitFor(() => {
      expect(window.location.pathname).toBe('/login');
    });
    expect(window.history.state).toMatchObject({ usr: { email: EMAIL, from: '/courses/rust' } });
    expect(screen.getByText(verifyEmail.done)).toBeVisible();
  });

  it('leads to the course in another tab of the browser', async () => {
    const verified = {
      success: true,
      message: 'In another language',
      token: 'an access token',
      data: { _id: '1', fullname: 'Amina Benali', email: EMAIL, type: 'student' },
      course: 'rust',
    };
    mockApi({ [LINK]: link({ signedUpHere: true }), [VERIFY]: jsonResponse(200, verified) });
    await follow('/verify-email?token=secret');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/courses/rust');
    });
    clearAccessToken({ byUser: true });
  });
});

describe('in the browser that signed the user up', () => {
  it('verifies without asking, signs in, and leads to where the sign-up began', async () => {
    sessionStorage.setItem('signupReturnPath', '/courses');
    const calls = mockApi({ [LINK]: link({ signedUpHere: true }), [VERIFY]: signedIn });
    await follow('/verify-email?token=secret');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/courses');
    });
    expect(getAccessToken()).toBe('an access token');
    expect(screen.getByText(translations.en.verifyEmail.signedIn)).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual([LINK, VERIFY]);
    clearAccessToken({ byUser: true });
  });

  it('leads to the login when another request has verified the user meanwhile', async () => {
    mockApi({ [LINK]: link({ signedUpHere: true }), [VERIFY]: ok });
    await follow('/verify-email?token=secret');
    fireEvent.click(await screen.findByRole('link', { name: translations.en.common.pages.login }));
    expect(window.location.pathname).toBe('/login');
    expect(window.history.state).toMatchObject({ usr: { email: EMAIL } });
    expect(getAccessToken()).toBeNull();
  });
});

it('says how to take the account over when it was verified before the deletion', async () => {
  const { errors, verifyEmail } = translations.en;
  let isVerified = false;
  mockApi({
    [LINK]: (signal) => link({ verified: isVerified })(signal),
    [REJECT]: errorResponse(409, 'already_verified'),
  });
  await follow('/verify-email?token=secret');
  await press(verifyEmail.reject);
  isVerified = true;
  fireEvent.click(await screen.findByRole('button', { name: verifyEmail.rejectConfirm }));
  expect(await screen.findByText(errors.already_verified)).toBeVisible();
  expect(await screen.findByText(verifyEmail.notYours)).toBeVisible();
  await waitFor(() => expect(screen.getByText(verifyEmail.doneTitle)).toHaveFocus());
});

it('keeps the question when the deletion fails', async () => {
  const { errors, verifyEmail } = translations.en;
  mockApi({ [LINK]: link(), [REJECT]: errorResponse(503, 'service_unavailable') });
  await follow('/verify-email?token=secret');
  fireEvent.click(await screen.findByRole('button', { name: verifyEmail.reject }));
  fireEvent.click(await screen.findByRole('button', { name: verifyEmail.rejectConfirm }));
  expect(await screen.findByText(errors.service_unavailable)).toBeVisible();
  expect(screen.getByText(verifyEmail.question)).toBeInTheDocument();
});

it.each([LINK, VERIFY])('can be retried when the service does not respond (%s)', async (name) => {
  const { common, errors, verifyEmail } = translations.en;
  let isUp = false;
  const failing = (respond: typeof ok, isFailing: boolean) => (signal: AbortSignal) =>
    isFailing && !isUp ? Promise.reject(new TypeError('Failed to fetch')) : respond(signal);
  mockApi({
    [LINK]: failing(link({ signedUpHere: true }), name === LINK),
    [VERIFY]: failing(ok, name === VERIFY),
  });
  await follow('/verify-email?token=secret');
  // The query retries by itself before the user is asked to.
  expect(await screen.findByText(errors.service_unavailable)).toBeVisible();
  isUp = true;
  await press(common.retry);
  expect(await screen.findByRole('link', { name: common.pages.login })).toBeVisible();
  const title = screen.getByRole('heading', { name: verifyEmail.doneTitle });
  await waitFor(() => expect(title).toHaveFocus());
});
