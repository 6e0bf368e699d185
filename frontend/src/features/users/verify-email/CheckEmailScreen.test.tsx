import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isolatedEmail } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { CheckEmailScreen } from './CheckEmailScreen.tsx';

const RESEND = 'POST /users/resend-verification';
const CORRECT = 'POST /users/correct-email';

const EMAIL = 'amina@example.org';
const OTHER_EMAIL = 'amina.benali@example.org';

const ok = jsonResponse(200, { success: true, message: 'From the server' });
const tooMany = (headers: HeadersInit) => () =>
  Response.json({ success: false, code: 'too_many_requests' }, { status: 429, headers });

/** The screen, as a sign-up of that many seconds ago left it. */
async function open(secondsAgo: number, language: LanguageCode = 'en', state?: object) {
  const signup = { email: EMAIL, mayResendAt: Date.now() + (60 - secondsAgo) * 1000 };
  sessionStorage.setItem('pendingSignup', JSON.stringify(signup));
  await visit(language, state);
}

const visit = (language: LanguageCode = 'en', state?: object) =>
  openScreen(CheckEmailScreen, {
    path: '/check-email',
    ...(state && { state }),
    language,
    namespaces: ['checkEmail', 'errors', 'signIn', 'signupSteps', 'verifyEmail'],
  });

const stored = () => JSON.parse(sessionStorage.getItem('pendingSignup') ?? 'null') as object;

describe.each(languages)('after a sign-up in $ownName', ({ code: language }) => {
  const { checkEmail, common, signupSteps } = translations[language];
  const sentTo = (email: string) =>
    normalizeSpaces(
      signupSteps.user_created_successfully.replace('{{email}}', isolatedEmail(email)),
    );

  it('says where the link was sent and what happens next, and leads to the login', async () => {
    await open(0, language);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(checkEmail.title);
    const sent = screen.getByText(sentTo(EMAIL), { normalizer: normalizeSpaces });
    expect(sent).toBeVisible();
    // On a phone, the address breaks between its parts, not before the full stop of the sentence.
    expect(sent.innerHTML).toContain('@<wbr>');
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual([checkEmail.open, checkEmail.here, checkEmail.spam]);
    expect(screen.getByRole('button', { name: checkEmail.resend })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    fireEvent.click(screen.getByRole('link', { name: common.pages.login }));
    expect(window.history.state).toMatchObject({ usr: { email: EMAIL } });
  });

  it('changes a mistyped address', async () => {
    const calls = mockApi({ [CORRECT]: ok });
    await open(90, language);
    const toggle = screen.getByRole('button', { name: checkEmail.mistyped });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(toggle);
    const field = screen.getByLabelText(checkEmail.newEmail);
    expect(field).toHaveFocus();
    expect(field).toHaveValue(EMAIL);
    fireEvent.change(field, { target: { value: ` ${OTHER_EMAIL} ` } });
    fireEvent.click(screen.getByRole('button', { name: checkEmail.correct }));

    expect(
      await screen.findByText(sentTo(OTHER_EMAIL), { normalizer: normalizeSpaces }),
    ).toBeVisible();
    expect(screen.getByText('From the server')).toBeVisible();
    expect(calls).toMatchObject([{ name: CORRECT, body: { email: OTHER_EMAIL } }]);
    expect(field).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
    // A reload shows the new address.
    expect(stored()).toMatchObject({ email: OTHER_EMAIL });
  });

  it('keeps the changed address when an earlier request for a link is answered', async () => {
    const { promise: answered, resolve: respond } = deferred();
    mockApi({
      [RESEND]: async (signal) => {
        await answered;
        return jsonResponse(200, { success: true, message: 'Sent to the first' })(signal);
      },
      [CORRECT]: ok,
    });
    await open(90, language);
    fireEvent.click(screen.getByRole('button', { name: checkEmail.resend }));
    fireEvent.click(screen.getByRole('button', { name: checkEmail.mistyped }));
    fireEvent.change(screen.getByLabelText(checkEmail.newEmail), {
      target: { value: OTHER_EMAIL },
    });
    fireEvent.click(screen.getByRole('button', { name: checkEmail.correct }));
    const changed = await screen.findByText(sentTo(OTHER_EMAIL), { normalizer: normalizeSpaces });
    respond();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: checkEmail.resend })).not.toHaveAttribute(
        'aria-busy',
      );
    });
    expect(changed).toBeVisible();
    expect(changed).toHaveTextContent(OTHER_EMAIL);
    expect(stored()).toMatchObject({ email: OTHER_EMAIL });
  });

  it('says that this tab has no sign-up, and sends a link all the same', async () => {
    const calls = mockApi({ [RESEND]: ok });
    await visit(language);
    expect(screen.getByText(normalizeSpaces(checkEmail.unknown))).toBeVisible();
    expect(screen.getByRole('link', { name: checkEmail.signup })).toHaveAttribute(
      'href',
      '/signup',
    );
    const { signIn, verifyEmail } = translations[language];
    fireEvent.change(screen.getByLabelText(signIn.fields.email), { target: { value: EMAIL } });
    fireEvent.click(screen.getByRole('button', { name: verifyEmail.resend }));
    const resent = normalizeSpaces(verifyEmail.resent.replace('{{email}}', isolatedEmail(EMAIL)));
    expect(await screen.findByText(resent)).toBeVisible();
    expect(calls).toMatchObject([{ name: RESEND, body: { email: EMAIL } }]);
  });

  it('announces each link that was sent, and not one that was not', async () => {
    const { errors, signIn, verifyEmail } = translations[language];
    mockApi({
      [RESEND]: async (signal) => {
        // As over a network: React renders before the response.
        await new Promise((next) => setTimeout(next, 20));
        return ok(signal);
      },
    });
    await visit(language);
    // Screen readers announce changes of a region that they know.
    const known = screen.getAllByRole('status');
    const send = async () => {
      const button = screen.getByRole('button', { name: verifyEmail.resend });
      await waitFor(() => {
        expect(button).not.toHaveAttribute('aria-busy');
      });
      fireEvent.click(button);
    };
    fireEvent.change(screen.getByLabelText(signIn.fields.email), { target: { value: EMAIL } });
    await send();
    const text = normalizeSpaces(verifyEmail.resent.replace('{{email}}', isolatedEmail(EMAIL)));
    const first = await screen.findByText(text);
    expect(known).toContain(first.closest('[role=status]'));

    await send();
    await waitFor(() => {
      expect(first).not.toBeInTheDocument();
    });
    expect(known).toContain((await screen.findByText(text)).closest('[role=status]'));

    fireEvent.change(screen.getByLabelText(signIn.fields.email), { target: { value: 'none' } });
    expect(screen.queryByText(text)).toBeNull();
    fireEvent.change(screen.getByLabelText(signIn.fields.email), { target: { value: EMAIL } });
    await send();
    expect(await screen.findByText(text)).toBeVisible();

    mockApi({ [RESEND]: errorResponse(429, 'too_many_requests') });
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.too_many_requests),
    );
    expect(screen.queryByText(text)).toBeNull();
  });
});

it.each([
  ['after a sign-up', (state: object) => open(0, 'en', state), { email: EMAIL }],
  ['without one', (state: object) => visit('en', state), {}],
])('the link to the login keeps where the sign-up began, %s', async (_, show, others) => {
  const from = '/courses/rust';
  await show({ from, step: 1 });
  fireEvent.click(screen.getByRole('link', { name: translations.en.common.pages.login }));
  expect((window.history.state as { usr: unknown }).usr).toEqual({ from, ...others });
});

describe('sending the link again', () => {
  const { checkEmail, errors } = translations.en;
  const button = () => screen.getByRole('button', { name: checkEmail.resend });

  beforeEach(() => {
    vi.useFakeTimers({ now: 0, shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for the rest of a minute, also after a reload', async () => {
    const calls = mockApi({ [RESEND]: ok });
    await open(58);
    expect(
      screen.getByText(checkEmail.seconds_other.replace('{{count, number}}', '2')),
    ).toBeVisible();
    for (let second = 0; second < 2; second += 1) {
      act(() => {
        vi.advanceTimersByTime(1000);
      });
    }
    expect(screen.getByText(checkEmail.mayResend)).toBeInTheDocument();
    button().focus();
    fireEvent.click(button());
    expect(await screen.findByText('From the server')).toBeVisible();
    await waitFor(() => {
      expect(button()).toHaveAttribute('aria-disabled', 'true');
      expect(button()).not.toHaveAttribute('aria-busy');
    });
    // A disabled button would lose the focus.
    expect(button()).toBeEnabled();
    expect(button()).toHaveFocus();
    fireEvent.click(button());
    expect(calls).toHaveLength(1);
    expect(stored()).toMatchObject({ email: EMAIL, mayResendAt: expect.any(Number) as number });
  });

  it('waits as long as the server says', async () => {
    mockApi({ [RESEND]: tooMany({ 'Retry-After': '1234' }) });
    await open(90);
    fireEvent.click(button());
    expect(await screen.findByText(errors.too_many_requests)).toBeVisible();
    const minutes = checkEmail.minutes_other.replace('{{count, number}}', '21');
    expect(await screen.findByText(minutes)).toBeVisible();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['the refusal names no time', tooMany({}), 'too_many_requests'],
    [
      'the refusal names a date',
      tooMany({ 'Retry-After': 'Mon, 23 Nov 2026 10:00:00 GMT' }),
      'too_many_requests',
    ],
    ['the service fails', errorResponse(503, 'service_unavailable'), 'service_unavailable'],
  ] as const)('can be tried again at once when %s', async (_, response, code) => {
    mockApi({ [RESEND]: response });
    await open(90);
    fireEvent.click(button());
    expect(await screen.findByText(errors[code])).toBeVisible();
    await waitFor(() => {
      expect(button()).toBeEnabled();
    });
  });
});

describe('a refused correction', () => {
  const { checkEmail, errors } = translations.en;

  it.each([
    [409, 'user_already_exists'],
    [409, 'already_verified'],
    [400, 'signup_not_found'],
    [429, 'too_many_requests'],
    [503, 'service_unavailable'],
  ] as const)('keeps the form and its entry (%i %s)', async (status, code) => {
    mockApi({ [CORRECT]: errorResponse(status, code) });
    await open(0);
    fireEvent.click(screen.getByRole('button', { name: checkEmail.mistyped }));
    const field = screen.getByLabelText(checkEmail.newEmail);
    fireEvent.change(field, { target: { value: OTHER_EMAIL } });
    fireEvent.click(screen.getByRole('button', { name: checkEmail.correct }));
    expect(await screen.findByText(errors[code])).toBeVisible();
    expect(field).toHaveValue(OTHER_EMAIL);
    expect(stored()).toMatchObject({ email: EMAIL });
  });

  it('shows an address that is none at its field', async () => {
    mockApi({});
    await open(0);
    fireEvent.click(screen.getByRole('button', { name: checkEmail.mistyped }));
    const field = screen.getByLabelText(checkEmail.newEmail);
    fireEvent.change(field, { target: { value: 'amina' } });
    fireEvent.click(screen.getByRole('button', { name: checkEmail.correct }));
    expect(await screen.findByText(errors.email_invalid)).toBeVisible();
    expect(field).toHaveFocus();
  });
});
