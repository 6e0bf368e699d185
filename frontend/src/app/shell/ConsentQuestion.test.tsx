import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import type { components } from '#api/schema.d.ts';
import { currentVersions, updateDate } from '#entities/legal/legalSections.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { changeLanguage } from '#i18n/i18n.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { dataResponse, errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { CurrentUserCheck } from './CurrentUserCheck.tsx';
import { signOutAction } from './LogoutItem.tsx';

const ME = 'GET /users/me';
const AGREE = 'PUT /users/me/consent';

type ConsentState = components['schemas']['ConsentState'];

const given = { ...currentVersions, language: 'en', at: '2026-11-23T10:00:00Z' } as const;
const missing: ConsentState = { required: true, current: currentVersions, given: null };
const earlier: ConsentState = { ...missing, given: { ...given, terms: '2025-09-17' } };
const agreed: ConsentState = { required: false, current: currentVersions, given };

const me = (consent?: ConsentState) => dataResponse({ _id: 'u', fullname: 'Amina', consent });

const KNOWN = 'The screen of a user who is known';

const Screen = () => <h1>{useCurrentUser().data ? KNOWN : 'Loading'}</h1>;

/** As in the shell, beside every screen. */
function Layout() {
  return (
    <>
      <CurrentUserCheck token="token" />
      <Outlet />
    </>
  );
}

const open = (language: LanguageCode = 'en', path = '/courses') =>
  openScreen(Screen, {
    path,
    route: '*',
    action: signOutAction,
    Layout,
    language,
    namespaces: [],
  });

const agreeButton = (language: LanguageCode = 'en') =>
  screen.findByRole('button', { name: translations[language].consent.agree });

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('the question for consent in $ownName', ({ code: language, dates }) => {
  const { common, consent, errors } = translations[language];

  it('asks a user who has never agreed, and closes after the agreement', async () => {
    const calls = mockApi({
      [ME]: me(missing),
      [AGREE]: dataResponse(agreed),
    });
    await open(language);
    const dialog = await screen.findByRole('dialog', { name: consent.first });
    const links = within(dialog).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/privacy#privacy',
      '/privacy#terms',
      '/settings',
      '/delete',
    ]);
    expect(links[0]).toHaveAttribute('target', '_blank');
    const updated = formatDate(dates, updateDate('privacy'));
    expect(links[0]).toHaveTextContent(normalizeSpaces(updated));

    fireEvent.click(await agreeButton(language));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(calls.filter(({ name }) => name === AGREE)).toMatchObject([{ body: currentVersions }]);
  });

  it('shows why the agreement failed, and lets the user try again', async () => {
    mockApi({ [ME]: me(earlier), [AGREE]: errorResponse(503, 'service_unavailable') });
    await open(language);
    await screen.findByRole('dialog', { name: consent.changed });
    fireEvent.click(await agreeButton(language));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.service_unavailable),
    );
    expect(await agreeButton(language)).toBeEnabled();
  });

  it('offers to reload a page that is older than the texts', async () => {
    mockApi({ [ME]: me(earlier), [AGREE]: errorResponse(409, 'consent_outdated') });
    await open(language);
    fireEvent.click(await agreeButton(language));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.consent_outdated),
    );
    expect(screen.getByRole('button', { name: common.crash.reload })).toBeVisible();
    expect(screen.queryByRole('button', { name: consent.agree })).toBeNull();
  });
});

describe('the question for consent', () => {
  it.each([
    ['agreed to the current versions', agreed],
    ['comes from a server that does not ask', undefined],
  ])('is not shown when the user %s', async (_, state) => {
    mockApi({ [ME]: me(state) });
    await open();
    await screen.findByText(KNOWN);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['/privacy', '/settings', '/delete', '/delete-info', '/revert-email'])(
    'is not shown on %s',
    async (path) => {
      mockApi({ [ME]: me(missing) });
      await open('en', path);
      await screen.findByText(KNOWN);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('is answered in every language', async () => {
    mockApi({
      [ME]: me(missing),
      [AGREE]: dataResponse(agreed),
    });
    await open();
    await agreeButton();
    await act(() => changeLanguage('fr'));
    fireEvent.click(await agreeButton('fr'));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await act(() => changeLanguage('en'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays after Escape and after a click beside it', async () => {
    mockApi({ [ME]: me(missing) });
    await open();
    const dialog = await screen.findByRole('dialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent.click(document.querySelector('.MuiDialog-container') ?? document.body);
    expect(dialog).toBeVisible();
  });

  it('lets the user log out instead', async () => {
    const calls = mockApi({
      [ME]: me(missing),
      'POST /users/logout': jsonResponse(200, { success: true, message: 'Done' }),
    });
    await open();
    await agreeButton();
    fireEvent.click(screen.getByRole('button', { name: translations.en.common.logout.title }));
    await waitFor(() => {
      expect(calls.map(({ name }) => name)).toEqual([ME, 'POST /users/logout']);
    });
    expect(getAccessToken()).toBeNull();
  });
});
