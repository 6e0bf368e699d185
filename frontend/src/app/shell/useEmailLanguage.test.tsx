import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { languageOf } from '#i18n/languages.ts';
import { dataResponse, errorResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { translations } from '#testing/translations.ts';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';
import { useEmailLanguage } from './SignedInBar.tsx';

const SET = 'PUT /users/me/language';
const ME = { _id: 'u', fullname: 'Amina', email: 'amina@example.org' };

/** Chooses each language by a button with its own name. */
function Choices() {
  useEmailLanguage();
  const changeLanguage = useChangeLanguage();
  return (['fr', 'ar'] as const).map((code) => (
    <button
      key={code}
      onClick={() => {
        changeLanguage(code);
      }}
      type="button"
    >
      {languageOf(code).ownName}
    </button>
  ));
}

async function open() {
  await openScreen(Choices, { path: '/settings', namespaces: [] });
}

function choose(...codes: string[]) {
  for (const code of codes) {
    fireEvent.click(screen.getByRole('button', { name: languageOf(code).ownName }));
  }
}

it('sets the language of emails to a signed-in user', async () => {
  setAccessToken('abc');
  const requests = mockApi({
    'GET /users/me': dataResponse(ME),
    [SET]: dataResponse({ language: 'fr' }),
  });
  await open();
  choose('fr');
  await waitFor(() => {
    expect(requests.filter(({ name }) => name === SET).map(({ body }) => body)).toEqual([
      { language: 'fr' },
    ]);
  });
});

it('sends nothing until a language is chosen', async () => {
  setAccessToken('abc');
  const requests = mockApi({});
  await open();
  expect(requests).toEqual([]);
});

it('sends the last one of several choices only', async () => {
  setAccessToken('abc');
  const requests = mockApi({
    'GET /users/me': dataResponse(ME),
    [SET]: dataResponse({ language: 'ar' }),
  });
  await open();
  choose('fr', 'ar');
  await waitFor(() => {
    expect(requests.filter(({ name }) => name === SET).map(({ body }) => body)).toEqual([
      { language: 'ar' },
    ]);
  });
});

it('keeps the language on screen when that of emails cannot be set, and says so', async () => {
  setAccessToken('abc');
  mockApi({
    'GET /users/me': dataResponse(ME),
    [SET]: errorResponse(400, 'malformed_request'),
  });
  await open();
  choose('fr');
  expect(await screen.findByText(translations.fr.common.emailLanguageFailed)).toBeInTheDocument();
  expect(shownLanguage().code).toBe('fr');
});
