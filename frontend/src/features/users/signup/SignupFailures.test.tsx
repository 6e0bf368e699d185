import entries from '@shared/data/sample-entries.json';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { agree, field, openOccupation, press } from '#testing/signupForm.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { SignupScreen } from './SignupScreen.tsx';

const REGISTER = 'POST /users/register';

const open = (language: LanguageCode) =>
  openScreen(SignupScreen, {
    path: '/signup',
    language,
    namespaces: [
      ...['country', 'courses', 'errors', 'legal', 'signup', 'signupSteps', 'upload', 'userFields'],
    ],
  });

async function signUp(language: LanguageCode) {
  await openOccupation(language, 'student');
  press(translations[language].signupSteps.submit);
  await agree(language);
}

const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const notFromTheApi = () => new Response('<html>', { status: 503 });

describe.each(languages)('a failed sign-up in $ownName', ({ code: language }) => {
  const { common, errors, signup, signupSteps } = translations[language];

  it.each([
    ['a refusal', errorResponse(429, 'too_many_accounts'), errors.too_many_accounts],
    ['an error of the server', errorResponse(500, 'internal_error'), errors.internal_error],
    ['an error of the CDN', notFromTheApi, errors.default_error],
    ['no connection', noConnection, `${errors.service_unavailable} ${common.unanswered.kept}`],
  ])('announces %s, and focuses the message in the first step', async (_, answer, text) => {
    mockApi({ [REGISTER]: answer });
    await open(language);
    await signUp(language);

    const message = normalizeSpaces(text);
    expect(await screen.findByRole('alert')).toBeVisible();
    await waitFor(() => {
      expect(
        screen.getByText(message, { selector: '[tabindex="-1"] > span' }).parentElement,
      ).toHaveFocus();
    });
    expect(message).toContain(screen.getByRole('alert').textContent.replace(/\s+/g, ' '));
    expect(field(language, 'email')).toHaveValue(entries.email);
    // Above the button that tries again, which on a phone is far from the top of the form.
    const next = screen.getByText(signup.next, { selector: 'button > span' });
    expect(
      field(language, 'birthdate').compareDocumentPosition(document.activeElement as Node) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    expect(
      next.compareDocumentPosition(document.activeElement as Node) &
        Node.DOCUMENT_POSITION_PRECEDING,
    ).toBeTruthy();
  });

  it('announces a refused value, focuses its field, and remembers the agreement', async () => {
    const calls = mockApi({
      [REGISTER]: errorResponse(400, 'address_required', { address: 'address_required' }),
    });
    await open(language);
    await signUp(language);

    await waitFor(() => {
      expect(field(language, 'address')).toHaveFocus();
    });
    expect(field(language, 'address')).toHaveAccessibleDescription(errors.address_required);
    expect(screen.getByRole('alert')).toHaveTextContent(normalizeSpaces(errors.address_required));

    fireEvent.change(field(language, 'address'), { target: { value: 'Algiers' } });
    press(signup.next);
    expect(
      await screen.findByRole('radio', { name: new RegExp(signupSteps.occupation.student) }),
    ).toBeChecked();
    press(signupSteps.submit);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('checkbox', { name: signupSteps.terms.agree })).toBeChecked();
    fireEvent.click(within(dialog).getByRole('button', { name: signupSteps.terms.ok }));
    await waitFor(() => {
      expect(calls.filter(({ name }) => name === REGISTER)).toHaveLength(2);
    });
  });

  it('announces that the email address is registered, and focuses the offer', async () => {
    mockApi({ [REGISTER]: errorResponse(409, 'user_already_exists') });
    await open(language);
    await signUp(language);
    await waitFor(() => {
      expect(document.activeElement).toHaveTextContent(
        normalizeSpaces(signupSteps.exists.question),
      );
    });
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said.join()).toContain(errors.user_already_exists);
  });
});

const courses = [
  { _id: 'python', name: 'Python', description: '', type: 'cpd', enrollmentCount: 0 },
];

describe('a failed sign-up of a teacher', () => {
  const { common, errors, signupSteps, upload } = translations.en;

  async function chooseCv() {
    await openOccupation('en', 'teacher');
    press(signupSteps.next);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Python' }));
    press(signupSteps.next);
    const input = await screen.findByLabelText(upload.cv.label, { selector: 'input' });
    const cv = new File(['%PDF-1.7'], 'cv.pdf', { type: 'application/pdf' });
    fireEvent.change(input, { target: { files: [cv] } });
  }

  async function sendAsTeacher() {
    await chooseCv();
    await waitFor(() => {
      expect(
        screen.getByText(signupSteps.next, { selector: 'button > span' }).parentElement,
      ).toBeEnabled();
    });
    press(signupSteps.next);
    await screen.findByRole('heading', { name: signupSteps.video.title });
    press(signupSteps.submit);
    await agree('en');
  }

  /** jsdom would connect to the network. Returns the URLs of the uploads. */
  function answerUploads(answeredStatus: number, body: object) {
    const uploads: string[] = [];
    class Answered {
      upload = {};
      status = answeredStatus;
      responseText = JSON.stringify(body);
      onloadend = () => undefined;
      open = (_: string, url: string) => {
        uploads.push(url);
      };
      setRequestHeader = () => undefined;
      send = () => {
        this.onloadend();
      };
    }
    vi.stubGlobal('XMLHttpRequest', Answered);
    return uploads;
  }

  it.each([
    ['the service', errorResponse(503, 'service_unavailable'), errors.service_unavailable],
    ['the server', errorResponse(500, 'internal_error'), errors.internal_error],
    ['the CDN', notFromTheApi, errors.default_error],
    ['a rate limit', errorResponse(429, 'too_many_accounts'), errors.too_many_accounts],
    ['the connection', noConnection, errors.service_unavailable],
  ])(
    'because of %s is tried again in place, with the same values and files',
    async (_, answer, text) => {
      const answers = [answer, jsonResponse(201, { success: true, data: {} })];
      const calls = mockApi({
        'GET /courses': jsonResponse(200, { success: true, data: courses }),
        [REGISTER]: (signal) => (answers.shift() ?? noConnection)(signal),
      });
      const uploads = answerUploads(201, { success: true, data: { _id: 'cv', url: '/cv' } });
      await open('en');
      await sendAsTeacher();
      await waitFor(() => {
        expect(document.activeElement).toHaveTextContent(text);
        expect(document.body).not.toHaveFocus();
      });
      expect(screen.getByRole('alert')).toHaveTextContent(text);
      expect(screen.getByRole('heading', { name: signupSteps.video.title })).toBeVisible();
      press(common.retry);
      await waitFor(() => {
        expect(window.location.pathname).toBe('/');
      });
      const [first, second] = calls.filter(({ name }) => name === REGISTER);
      expect(first?.body).toMatchObject({ teacher: { curriculum: 'cv' } });
      expect(second?.body).toEqual(first?.body);
      expect(uploads).toHaveLength(1);
    },
  );

  it.each([
    [415, 'cv_file_damaged'],
    [413, 'cv_file_too_complex'],
  ] as const)('because of the CV (%i %s) is prevented where it is chosen', async (status, code) => {
    mockApi({ 'GET /courses': jsonResponse(200, { success: true, data: courses }) });
    const uploads = answerUploads(status, { success: false, code, message: errors[code] });
    await open('en');
    await chooseCv();
    // Before the video, the terms and the registration.
    expect(await screen.findByRole('alert')).toHaveTextContent(errors[code]);
    expect(
      screen.getByText(signupSteps.next, { selector: 'button > span' }).parentElement,
    ).toBeDisabled();
    expect(uploads).toHaveLength(1);
  });

  it('is not caused by an upload that is tried again at the end', async () => {
    mockApi({
      'GET /courses': jsonResponse(200, { success: true, data: courses }),
      [REGISTER]: jsonResponse(201, { success: true, data: {} }),
    });
    const failed = answerUploads(503, { success: false, code: 'service_unavailable' });
    await open('en');
    await chooseCv();
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.service_unavailable);
    const uploads = answerUploads(201, { success: true, data: { _id: 'cv', url: '/cv' } });
    press(signupSteps.next);
    await screen.findByRole('heading', { name: signupSteps.video.title });
    press(signupSteps.submit);
    await agree('en');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/');
    });
    expect([failed.length, uploads.length]).toEqual([1, 1]);
  });
});
