import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import type { Session } from './api.ts';
import { Sessions } from './Sessions.tsx';

const LIST = 'GET /users/me/sessions';
const END_PHONE = 'DELETE /users/me/sessions/b';
const END_OTHERS = 'DELETE /users/me/sessions';

function session(change: Partial<Session> = {}): Session {
  return {
    _id: 'a',
    browser: 'Firefox',
    system: 'Linux',
    place: null,
    createdAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    lastSeenAt: new Date().toISOString(),
    expiresAt: '2099-01-01T00:00:00Z',
    isCurrent: true,
    ...change,
  };
}

const phone = session({
  _id: 'b',
  browser: 'Chrome',
  system: 'Android',
  place: { country: 'DZ', city: 'Oran' },
  isCurrent: false,
});

const listOf = (...data: Session[]) => jsonResponse(200, { success: true, data });
/** Longer than a dialog takes to close. */
const TRANSITION_MS = 500;

const done = jsonResponse(200, { success: true, message: 'Done' });

const open = (language: LanguageCode = 'en') =>
  openScreen(Sessions, { path: '/settings', language, namespaces: ['settings', 'errors'] });

const deviceOf = (language: LanguageCode, { browser, system }: Session) =>
  translations[language].settings.sessions.device
    .replace('{{browser}}', isolatedName(browser ?? ''))
    .replace('{{system}}', isolatedName(system ?? ''));

const endButtonOf = (language: LanguageCode, shown: Session) =>
  screen.findByRole('button', {
    name: translations[language].settings.sessions.endDevice.replace(
      '{{device}}',
      deviceOf(language, shown),
    ),
  });

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('the list of sessions in $ownName', ({ code: language }) => {
  const { sessions } = translations[language].settings;
  const { errors } = translations[language];

  it('shows device, place and times, and marks this device', async () => {
    mockApi({ [LIST]: listOf(session(), phone) });
    await open(language);
    const [here, elsewhere] = await screen.findAllByRole('listitem');
    expect(here).toHaveTextContent(deviceOf(language, session()));
    expect(here).toHaveTextContent(sessions.current);
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    const began = sessions.firstSeen.replace('{{time}}', format.format(-1, 'day'));
    const used = sessions.lastSeen.replace('{{time}}', format.format(0, 'second'));
    expect(here).toHaveTextContent(normalizeSpaces(began));
    expect(here).toHaveTextContent(normalizeSpaces(used));
    const country = new Intl.DisplayNames(language, { type: 'region' }).of('DZ') ?? '';
    expect(elsewhere).toHaveTextContent('Oran');
    expect(elsewhere).toHaveTextContent(country);
    expect(elsewhere).not.toHaveTextContent(sessions.current);
  });

  it('ends a session, announces it, and keeps the focus in the list', async () => {
    const calls = mockApi({ [LIST]: listOf(session(), phone), [END_PHONE]: done });
    await open(language);
    const button = await endButtonOf(language, phone);
    button.focus();
    fireEvent.click(button);
    expect(await screen.findByRole('status')).toHaveTextContent(deviceOf(language, phone));
    await waitFor(() => {
      expect(screen.getAllByRole('listitem')).toHaveLength(1);
    });
    expect(calls.map(({ name }) => name)).toContain(END_PHONE);
    expect(screen.getByText(normalizeSpaces(sessions.onlyHere))).toBeVisible();
    expect(screen.getByRole('region', { name: normalizeSpaces(sessions.title) })).toHaveFocus();
  });

  it('ends all others after a confirmation', async () => {
    const calls = mockApi({ [LIST]: listOf(session(), phone), [END_OTHERS]: done });
    await open(language);
    fireEvent.click(await screen.findByRole('button', { name: sessions.endOthers }));
    const dialog = await screen.findByRole('alertdialog', {
      name: sessions.question,
    });
    expect(calls).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole('button', { name: sessions.confirm }));
    expect(await screen.findByText(normalizeSpaces(sessions.onlyHere))).toBeInTheDocument();
    expect(await screen.findByRole('status')).toHaveTextContent(sessions.othersEnded);
  });

  it('shows why the list could not be loaded, and loads it again', async () => {
    const responses = { [LIST]: errorResponse(403, 'forbidden') };
    mockApi(responses);
    await open(language);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(normalizeSpaces(sessions.failed));
    expect(notice).toHaveTextContent(normalizeSpaces(errors.forbidden));
    const succeed = () => (responses[LIST] = listOf(session()));
    await expectFocusAfterRetry(notice, succeed, sessions.title);
    expect(await screen.findByRole('listitem')).toBeVisible();
  });
});

describe('the list of sessions', () => {
  const { sessions } = translations.en.settings;

  it('shows an unknown device without a place', async () => {
    mockApi({ [LIST]: listOf(session({ browser: null, system: null })) });
    await open();
    expect(await screen.findByText(sessions.unknownDevice)).toBeVisible();
  });

  it('keeps a session that could not be ended', async () => {
    mockApi({
      [LIST]: listOf(session(), phone),
      [END_PHONE]: errorResponse(503, 'service_unavailable'),
    });
    await open();
    fireEvent.click(await endButtonOf('en', phone));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      translations.en.errors.service_unavailable,
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('removes a session that had ended before', async () => {
    mockApi({
      [LIST]: listOf(session(), phone),
      [END_PHONE]: errorResponse(404, 'session_not_found'),
    });
    await open();
    fireEvent.click(await endButtonOf('en', phone));
    await waitFor(() => {
      expect(screen.getAllByRole('listitem')).toHaveLength(1);
    });
  });

  it('still asks about the others when another session has ended meanwhile', async () => {
    const { promise: answered, resolve: respond } = deferred();
    const tablet = session({ _id: 'c', system: 'iPadOS', isCurrent: false });
    mockApi({
      [LIST]: listOf(session(), phone, tablet),
      [END_PHONE]: async (signal) => {
        await answered;
        return done(signal);
      },
    });
    await open();
    fireEvent.click(await endButtonOf('en', phone));
    fireEvent.click(screen.getByRole('button', { name: sessions.endOthers }));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    respond();
    expect(await screen.findByRole('status')).toHaveTextContent(deviceOf('en', phone));
    await new Promise((resolve) => setTimeout(resolve, TRANSITION_MS));
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  it('ends nothing without the confirmation', async () => {
    const calls = mockApi({ [LIST]: listOf(session(), phone) });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: sessions.endOthers }));
    fireEvent.click(await screen.findByRole('button', { name: sessions.cancel }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    expect(calls).toHaveLength(1);
  });
});
