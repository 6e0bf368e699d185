import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { cacheCurrentUser, useCurrentUser } from '#entities/user/currentUser.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi, noResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ChangeEmailScreen, RevertEmailScreen, StopRemindersScreen } from './EmailedLink.tsx';

const ok = jsonResponse(200, { success: true, message: 'In another language' });

const links = [
  {
    verb: 'confirm',
    done: 'confirmed',
    path: '/change-email',
    call: 'POST /users/me/email/confirm',
    Screen: ChangeEmailScreen,
    refusal: 'email_change_invalid',
    next: ['login', '/login'],
  },
  {
    verb: 'revert',
    done: 'reverted',
    path: '/revert-email',
    call: 'POST /users/me/email/revert',
    Screen: RevertEmailScreen,
    refusal: 'email_change_invalid',
    next: ['forgotPassword', '/forgot-password'],
  },
  {
    verb: 'stop',
    done: 'stopped',
    path: '/stop-reminders',
    call: 'POST /users/stop-reminders',
    Screen: StopRemindersScreen,
    refusal: 'reminder_link_invalid',
    next: ['settings', '/settings'],
  },
] as const;

/** The texts of a link. */
function textsOf(language: LanguageCode, { verb, done, next }: (typeof links)[number]) {
  const { emailLinks } = translations[language].settings;
  return {
    titles: {
      question: emailLinks[`${verb}Title`],
      done: emailLinks[`${done}Title`],
      refused: emailLinks[`${verb}RefusedTitle`],
    },
    explanation: emailLinks[`${verb}Explanation`],
    action: emailLinks[verb],
    done: emailLinks[done],
    refused: emailLinks[`${verb}Refused`],
    next: translations[language].common.pages[next[0]],
  };
}

async function expectTitle(language: LanguageCode, title: string) {
  expect(
    await screen.findByRole('heading', { level: 1, name: normalizeSpaces(title) }),
  ).toBeVisible();
  expect(normalizeSpaces(document.title)).toBe(
    `${normalizeSpaces(title)} · ${translations[language].common.brand}`,
  );
}

describe.each(links)('the link at $path', (link) => {
  const { path, call, Screen, refusal } = link;
  const texts = (language: LanguageCode) => textsOf(language, link);

  const open = (language: LanguageCode, query = '?token=secret') =>
    openScreen(Screen, { path: path + query, language, namespaces: ['errors', 'settings'] });

  it.each(languages)('asks before it acts, in $ownName', async ({ code: language }) => {
    const { titles, explanation, action, done, next } = texts(language);
    const calls = mockApi({ [call]: ok });
    await open(language);
    expect(await screen.findByText(normalizeSpaces(explanation))).toBeVisible();
    await expectTitle(language, titles.question);
    expect(window.location.search).toBe('');
    expect(calls).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: normalizeSpaces(action) }));
    expect(await screen.findByText(normalizeSpaces(done))).toBeVisible();
    await expectTitle(language, titles.done);
    const tokens = calls.map(({ body, query }) => ({
      token: query.get('token'),
      ...(body as object),
    }));
    expect(tokens).toEqual([{ token: 'secret' }]);
    expect(screen.getByRole('link', { name: normalizeSpaces(next) })).toHaveAttribute(
      'href',
      link.next[1],
    );
  });

  it.each(languages)('says what to do when it is no longer valid, in $ownName', async (tongue) => {
    const { titles, action, refused } = texts(tongue.code);
    mockApi({ [call]: errorResponse(400, refusal) });
    await open(tongue.code, '');
    fireEvent.click(await screen.findByRole('button', { name: normalizeSpaces(action) }));
    expect(await screen.findByText(normalizeSpaces(refused))).toBeVisible();
    await expectTitle(tongue.code, titles.refused);
    expect(screen.getByRole('alert')).toHaveTextContent(
      normalizeSpaces(translations[tongue.code].errors[refusal]),
    );
    expect(screen.queryByRole('button', { name: normalizeSpaces(action) })).toBeNull();
  });

  it('has the focus at its result, without waiting for the data of the user', async () => {
    const { action, done } = texts('en');
    setAccessToken('abc');
    cacheCurrentUser({ user: student, etag: null, token: 'abc', lang: 'en' });
    const calls = mockApi({ [call]: ok, 'GET /users/me': noResponse });
    const SignedIn = () => {
      useCurrentUser();
      return <Screen />;
    };
    await openScreen(SignedIn, {
      path: `${path}?token=secret`,
      route: path,
      namespaces: ['errors', 'settings'],
    });
    fireEvent.click(await screen.findByRole('button', { name: action }));
    const result = await screen.findByText(done);
    expect(result.closest('[role=status]')).toHaveFocus();
    // Once for the cached user, who may be out of date, and again after the action.
    await expect.poll(() => calls.filter(({ name }) => name === 'GET /users/me')).toHaveLength(2);
  });

  it('fails at once without a connection', async () => {
    const { action } = texts('en');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    onTestFinished(() => {
      fireEvent(window, new Event('online'));
    });
    mockApi({ [call]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await open('en');
    const button = await screen.findByRole('button', { name: action });
    button.focus();
    fireEvent.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      translations.en.common.unanswered.offline,
    );
    expect(screen.getByRole('button', { name: action })).toHaveFocus();
  });

  it('can be tried again when the service does not respond', async () => {
    const { action, done } = texts('en');
    let isUp = false;
    mockApi({
      [call]: (signal) => (isUp ? ok(signal) : Promise.reject(new TypeError('Failed to fetch'))),
    });
    await open('en');
    const button = await screen.findByRole('button', { name: action });
    fireEvent.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      translations.en.errors.service_unavailable,
    );
    isUp = true;
    fireEvent.click(screen.getByRole('button', { name: action }));
    expect(await screen.findByText(done)).toBeVisible();
  });
});
