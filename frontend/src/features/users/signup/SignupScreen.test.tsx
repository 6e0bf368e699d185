import entries from '@shared/data/sample-entries.json';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import legal from '@shared/data/legal.json';
import { isolatedEmail } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { agree, enter, field, openOccupation, press, type EntryName } from '#testing/signupForm.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SignupScreen } from './SignupScreen.tsx';

const open = (language: LanguageCode, state?: object) =>
  openScreen(SignupScreen, {
    path: '/signup',
    ...(state && { state }),
    language,
    namespaces: ['country', 'errors', 'legal', 'signup', 'signupSteps', 'unsaved', 'userFields'],
  });

describe.each(languages)('signing up in $ownName', ({ code: language }) => {
  const { errors, signup, signupSteps, userFields } = translations[language];

  it('shows validation errors one after the other', async () => {
    mockApi({});
    await open(language);
    for (const [name, mended, fault] of [
      ['fullname', 'Amina', errors.fullname_required],
      ['email', 'amina@example.org', errors.email_invalid],
      ['password', 'Short 1', errors.password_too_short],
      ['password', 'no capital 1', errors.password_too_short],
      ['password', 'No digit here', errors.password_uppercase],
      ['password', 'Correct horse 1', errors.password_number],
      ['confirmation', 'Correct horse 1', signup.password_mismatch],
      ['phone1', '12', errors.phone_required],
      ['phone1', '0551234567', errors.phone_invalid],
      ['address', 'Algiers', errors.address_required],
      ['birthdate', '1899-12-31', errors.birthdate_required],
      ['birthdate', '2999-01-01', userFields.birthdate_invalid],
      ['birthdate', '2001-03-05', errors.birthdate_in_future],
    ] as const) {
      press(signup.next);
      const faulty = field(language, name);
      // The field of the fault before may have the focus already.
      await waitFor(() => {
        expect(faulty).toHaveAccessibleDescription(new RegExp(fault));
      });
      await waitFor(() => {
        expect(faulty).toHaveFocus();
      });
      expect(faulty).toHaveAttribute('aria-invalid', 'true');
      enter(language, name, mended);
    }
    press(signup.next);
    const heading = await screen.findByRole('heading', { name: signupSteps.occupation.question });
    await waitFor(() => {
      expect(heading).toHaveFocus();
    });
  });

  it('keeps all values when the server refuses the registration', async () => {
    const calls = mockApi({ 'POST /users/register': errorResponse(429, 'too_many_accounts') });
    await open(language);
    await openOccupation(language, 'student');
    press(signupSteps.submit);
    await agree(language);

    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.too_many_accounts),
    );
    const registrations = calls.filter(({ name }) => name === 'POST /users/register');
    expect(registrations).toHaveLength(1);
    expect(registrations[0]?.body).toMatchObject({
      birthdate: entries.birthdate,
      consent: { terms: legal.terms.at(-1), privacy: legal.privacy.at(-1) },
    });
    await waitFor(() => {
      expect(field(language, 'fullname')).toBeVisible();
    });
    for (const [name, value] of Object.entries(entries)) {
      expect(field(language, name as EntryName)).toHaveValue(value);
    }
    expect(JSON.stringify([localStorage, sessionStorage].map(Object.entries))).not.toContain(
      entries.password,
    );
  });
});

describe.each(languages)('a sign-up for a place in $ownName', ({ code: language }) => {
  const { signup, signupSteps } = translations[language];
  const wanted = { from: '/courses/rust', wanted: 'Rust' };

  it('names the course, suggests the student, and sends the course', async () => {
    const calls = mockApi({ 'POST /users/register': errorResponse(429, 'too_many_accounts') });
    await open(language, wanted);
    expect(screen.getByText(normalizeSpaces(signup.wanted))).toBeVisible();
    expect(screen.getByText('Rust')).toBeVisible();
    for (const [name, value] of Object.entries(entries)) {
      enter(language, name as EntryName, value);
    }
    press(signup.next);
    const student = await screen.findByRole('radio', {
      name: new RegExp(signupSteps.occupation.student),
    });
    expect(student).toBeChecked();
    press(signupSteps.submit);
    await agree(language);
    await waitFor(() => {
      expect(calls.find(({ name }) => name === 'POST /users/register')).toMatchObject({
        body: { course: 'rust', type: 'student' },
      });
    });
  });
});

it.each([
  ['/courses', undefined],
  ['/courses/rust', 'rust'],
  ['/courses/rust/more', undefined],
  ['/settings', undefined],
])('a sign-up that began at %s sends the course %s', async (from, course) => {
  const calls = mockApi({ 'POST /users/register': errorResponse(429, 'too_many_accounts') });
  await open('en', { from });
  await openOccupation('en', 'student');
  press(translations.en.signupSteps.submit);
  await agree('en');
  await waitFor(() => {
    const registration = calls.find(({ name }) => name === 'POST /users/register');
    expect((registration?.body as { course?: string } | undefined)?.course).toBe(course);
    expect(registration).toBeDefined();
  });
});

it('needs no question before leaving when only the student is suggested', async () => {
  mockApi({});
  await open('en', { from: '/courses/rust', wanted: 'Rust' });
  fireEvent.click(screen.getByRole('link', { name: translations.en.signup.login }));
  expect(window.location.pathname).toBe('/login');
});

it('shows the strength of a password as it is typed', async () => {
  const { signup, signupSteps } = translations.en;
  await open('en');
  enter('en', 'fullname', 'Amina Benali');
  const rule = (name: string) => screen.getByText(name).closest('li');
  enter('en', 'password', 'amina');
  expect(await screen.findByText(signupSteps.strength.weak)).toBeVisible();
  expect(rule(signup.rules.length)).toHaveTextContent(signup.rules.missing);
  enter('en', 'password', 'Amina2001');
  for (const name of [signup.rules.length, signup.rules.uppercase, signup.rules.digit]) {
    expect(rule(name)).toHaveTextContent(signup.rules.kept);
  }
  expect(screen.getByText(signupSteps.strength.weak)).toBeVisible();
  enter('en', 'password', 'Correct horse battery 7');
  expect(await screen.findByText(signupSteps.strength.strong)).toBeVisible();
});

it('tells a user who has left meanwhile for ten seconds that the account is created', async () => {
  const { signup, signupSteps, unsaved } = translations.en;
  const { promise: response, resolve: register } = deferred<Response>();
  const calls = mockApi({ 'POST /users/register': () => response });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open('en');
  await openOccupation('en', 'student');
  press(signupSteps.submit);
  await agree('en');
  await waitFor(() => {
    expect(calls.map(({ name }) => name)).toContain('POST /users/register');
  });
  fireEvent.click(screen.getByText(signup.login, { selector: 'a' }));
  fireEvent.click(await screen.findByRole('button', { name: unsaved.leave }));
  await waitFor(() => {
    expect(window.location.pathname).toBe('/login');
  });

  register(Response.json({ success: true, data: {} }, { status: 201 }));
  const email = isolatedEmail(entries.email);
  const text = signupSteps.user_created_successfully.replace('{{email}}', email);
  const message = await screen.findByText(normalizeSpaces(text));
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(message).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(message).not.toBeInTheDocument();
});

describe('the email address that was typed at the login', () => {
  it('is filled in, and is not worth a question before leaving', async () => {
    await open('en', { email: 'amina@example.org' });
    expect(field('en', 'email')).toHaveValue('amina@example.org');
    fireEvent.click(screen.getByText(translations.en.signup.login, { selector: 'a' }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/login');
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is replaced by the one of a draft', async () => {
    await open('en');
    enter('en', 'email', 'nadir@example.org');
    await waitFor(() => {
      expect(JSON.stringify(Object.entries(sessionStorage))).toContain('nadir@example.org');
    });
    cleanup();
    await open('en', { email: 'amina@example.org' });
    expect(field('en', 'email')).toHaveValue('nadir@example.org');
  });
});

describe('the link to the login', () => {
  it('keeps where the sign-up began', async () => {
    mockApi({});
    await open('en', { from: '/courses/rust' });
    fireEvent.click(screen.getByRole('link', { name: translations.en.signup.login }));
    expect(window.location.pathname).toBe('/login');
    expect(window.history.state).toMatchObject({ usr: { from: '/courses/rust' } });
  });

  it('keeps it when the user discards what they entered', async () => {
    mockApi({});
    await open('en', { from: '/courses/rust' });
    enter('en', 'password', 'Passw0rd');
    // The question is loaded with the first entry.
    await waitFor(() => {
      expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    });
    fireEvent.click(screen.getByRole('link', { name: translations.en.signup.login }));
    const { leave } = translations.en.unsaved;
    fireEvent.click(await screen.findByRole('button', { name: leave }));
    expect(window.location.pathname).toBe('/login');
    expect(window.history.state).toMatchObject({ usr: { from: '/courses/rust' } });
  });
});
