import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const responses = {
  'GET /users/me': jsonResponse(200, { success: true, data: student }),
  'GET /users/me/courses': jsonResponse(200, {
    success: true,
    data: { requested: [], enrolled: [], past: [] },
  }),
};

beforeEach(() => {
  setAccessToken(accessTokenOf('a1'));
});

async function open(language: LanguageCode) {
  await openScreen(ProfileScreen, {
    path: '/profile',
    language,
    namespaces: ['country', 'errors', 'userFields', 'profile', 'profileFiles', 'unsaved', 'upload'],
  });
}

describe.each(languages)('a profile that could not be saved, in $ownName', ({ code: language }) => {
  const { errors, profile, userFields } = translations[language];

  const save = async () => {
    const field = await screen.findByLabelText(
      new RegExp(`^${normalizeSpaces(userFields.phone2)}`),
    );
    fireEvent.change(field, { target: { value: '021 23 45 67' } });
    fireEvent.click(screen.getByText(normalizeSpaces(profile.save), { selector: 'button' }));
    return field;
  };

  it('shows the error at the field that the server refused', async () => {
    mockApi({
      ...responses,
      'PUT /users/a1': errorResponse(400, 'phone_invalid', { phone2: 'phone_invalid' }),
    });
    await open(language);
    const phone2 = await save();
    await waitFor(() => {
      expect(phone2).toHaveFocus();
    });
    expect(phone2).toHaveAccessibleDescription(new RegExp(errors.phone_invalid));
    expect(phone2).toHaveValue('021 23 45 67');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reports a server failure, and keeps all values', async () => {
    mockApi({
      ...responses,
      'PUT /users/a1': () => new Response('', { status: 502 }),
    });
    await open(language);
    const phone2 = await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(profile.saveFailed));
    expect(phone2).toHaveValue('021 23 45 67');
  });
});

describe('unsaved edits, when the token is replaced in another tab', () => {
  const phone2 = () => screen.findByLabelText(new RegExp(`^${translations.en.userFields.phone2}`));

  const editAndReplaceToken = async (owner: string) => {
    mockApi(responses);
    await open('en');
    fireEvent.change(await phone2(), { target: { value: '021 23 45 67' } });
    act(() => {
      setAccessToken(accessTokenOf(owner, 2));
    });
  };

  it('stay in the form of the same user', async () => {
    await editAndReplaceToken('a1');
    expect(screen.getByLabelText(/./, { selector: '[name=phone2]' })).toHaveValue('021 23 45 67');
    expect(screen.queryByText(translations.en.profile.loading)).toBeNull();
  });

  it('are restored when another user has signed in meanwhile', async () => {
    await editAndReplaceToken('b2');
    expect(await screen.findByText(translations.en.profile.loading)).toBeInTheDocument();
    act(() => {
      setAccessToken(accessTokenOf('a1', 3));
    });
    expect(
      await screen.findByText(normalizeSpaces(translations.en.profile.restored)),
    ).toBeVisible();
    expect(await phone2()).toHaveValue('021 23 45 67');
  });
});

describe('a profile that cannot be loaded', () => {
  const { profile, common } = translations.en;

  it('is loaded again, with the focus on its button and then on its heading', async () => {
    const failing = { ...responses, 'GET /users/me': errorResponse(403, 'forbidden') };
    mockApi(failing);
    await open('en');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(profile.failed);
    await expectFocusAfterRetry(
      notice,
      () => Object.assign(failing, responses),
      common.pages.profile,
    );
    expect(await screen.findByText(profile.save, { selector: 'button' })).toBeVisible();
  });
});
