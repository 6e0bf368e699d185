import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { User } from '#entities/user/api.ts';
import { followAccessToken, userQueryKey } from '#entities/user/currentUser.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { deferred } from '#testing/deferred.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const responses = {
  'GET /users/me': jsonResponse(200, { success: true, data: student }),
};

beforeEach(() => {
  setAccessToken(accessTokenOf('a1'));
});

async function open(language: LanguageCode, path = '/profile') {
  await openScreen(ProfileScreen, {
    path,
    language,
    namespaces: [
      ...[
        'country',
        'courses',
        'errors',
        'userFields',
        'profile',
        'profileFiles',
        'unsaved',
        'upload',
      ],
    ],
  });
}

describe.each(languages)('a profile that could not be saved, in $ownName', ({ code: language }) => {
  const { errors, profile, userFields } = translations[language];

  const save = async () => {
    const field = await screen.findByLabelText(
      new RegExp(`^${normalizeSpaces(userFields.phone2)}`),
    );
    fireEvent.change(field, { target: { value: '021 23 45 67' } });
    fireEvent.click(screen.getByText(normalizeSpaces(profile.save), { selector: 'button > span' }));
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

  it('focuses the country that the server refused', async () => {
    mockApi({
      ...responses,
      'PUT /users/a1': errorResponse(400, 'country_invalid', { country: 'country_invalid' }),
    });
    await open(language);
    await save();
    const country = screen.getByRole('button', {
      name: new RegExp(`^${normalizeSpaces(userFields.country)},`),
    });
    await waitFor(() => {
      expect(country).toHaveFocus();
    });
    expect(country).toHaveAccessibleDescription(normalizeSpaces(errors.country_invalid));
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

/** A server with one stored profile, which refuses a save that is based on an older version of it. */
function mockServer() {
  const server = {
    user: student,
    version: 1,
    /** What a save waits for. */
    ready: Promise.resolve(),
    /** Saves on another device. */
    change: (changes: Partial<User>) => {
      server.user = { ...server.user, ...changes };
      server.version += 1;
    },
  };
  const etag = () => `"${String(server.version)}"`;
  const respond = () =>
    Response.json({ success: true, data: server.user }, { headers: { ETag: etag() } });
  mockApi({
    ...responses,
    'GET /users/me': respond,
    'PUT /users/a1': async (signal, request) => {
      await server.ready;
      if (request.headers.get('If-Match') !== etag()) {
        return errorResponse(409, 'conflict')(signal);
      }
      server.change((await request.json()) as Partial<User>);
      return respond();
    },
  });
  return server;
}

const address = () => screen.findByLabelText(/./, { selector: '[name=address]' });

async function pressSave(name: string, value: string) {
  const field = await screen.findByLabelText(/./, { selector: `[name=${name}]` });
  fireEvent.change(field, { target: { value } });
  fireEvent.click(screen.getByText(translations.en.profile.save, { selector: 'button > span' }));
}

describe('a profile that was also edited elsewhere', () => {
  const { profile, userFields } = translations.en;

  const saveAddress = async (server: ReturnType<typeof mockServer>, value: string) => {
    await pressSave('address', value);
    await waitFor(() => {
      expect(server.user.address).toBe(value);
    });
    expect(await screen.findByText(profile.save, { selector: 'button > span' })).toBeVisible();
  };

  it('keeps what another tab saved before it replaced the token', async () => {
    const server = mockServer();
    await open('en');
    await address();
    server.change({ phone1: '+213559999999' });
    act(() => {
      setAccessToken(accessTokenOf('a1', 2));
      followAccessToken(accessTokenOf('a1'), accessTokenOf('a1', 2));
    });
    await waitFor(() => {
      expect(queryClient.isFetching()).toBe(0);
    });
    await saveAddress(server, 'Oran');
    expect(server.user).toMatchObject({ address: 'Oran', phone1: '+213559999999' });
  });

  it('keeps a country and its phone number from another device, also in the save after', async () => {
    const server = mockServer();
    await open('en');
    await address();
    server.change({ country: 'France', phone1: '+33612345678' });
    await saveAddress(server, 'Oran');
    expect(screen.getByRole('button', { name: /^Country,/ })).toHaveAccessibleName(
      `${userFields.country}, France, +33`,
    );
    await saveAddress(server, 'Constantine');
    expect(server.user).toMatchObject({
      address: 'Constantine',
      country: 'France',
      phone1: '+33612345678',
    });
  });
});

describe('a save whose response arrives after the screen was left', () => {
  const { profile } = translations.en;

  /** Leaves while the save waits. */
  const saveAndLeave = async () => {
    const server = mockServer();
    const { promise, resolve: respond } = deferred();
    server.ready = promise;
    await open('en');
    await pressSave('address', 'Oran');
    await screen.findByText(profile.saving, { selector: 'button > span' });
    cleanup();
    await waitFor(() => {
      const queryKey = [...userQueryKey(accessTokenOf('a1')), 'profile'];
      expect(queryClient.getQueryState(queryKey)).toBeUndefined();
    });
    const finish = async () => {
      respond();
      await waitFor(() => {
        expect(server.user.address).toBe('Oran');
      });
      // The response is read.
      await act(() => new Promise((read) => setTimeout(read, 50)));
    };
    return { server, finish };
  };

  it('is not shown in place of what the server has', async () => {
    const { server, finish } = await saveAndLeave();
    await finish();
    server.change({ address: 'Constantine' });
    await open('en');
    expect(await address()).toHaveValue('Constantine');
  });

  it('is not the base of edits of the profile before it', async () => {
    const { server, finish } = await saveAndLeave();
    await open('en');
    expect(await address()).toHaveValue(student.address);
    await finish();
    await pressSave('fullname', 'Amina B.');
    expect(await screen.findByText(profile.saved)).toBeVisible();
    expect(server.user).toMatchObject({ fullname: 'Amina B.', address: 'Oran' });
  });
});

it('of a teacher whose courses are all withdrawn can be saved', async () => {
  const { profile, profileFiles, userFields } = translations.en;
  const file = { _id: 'cv', url: 'https://files/cv' };
  const teacher = { courses: [], curriculum: file, video: null };
  const data: User = { ...student, type: 'teacher', teacher };
  const calls = mockApi({
    ...responses,
    'GET /users/me': jsonResponse(200, { success: true, data }),
    'GET /courses': jsonResponse(200, { success: true, data: [] }),
    'PUT /users/a1': jsonResponse(200, { success: true, data }),
  });
  await open('en');
  expect(await screen.findByText(profileFiles.courses.hint)).toBeVisible();
  const address = screen.getByLabelText(new RegExp(`^${userFields.address}`));
  fireEvent.change(address, { target: { value: 'Oran' } });
  fireEvent.click(screen.getByText(profile.save, { selector: 'button > span' }));
  expect(await screen.findByText(profile.saved)).toBeVisible();
  const sent = calls.find(({ name }) => name === 'PUT /users/a1')?.body;
  expect(sent).toMatchObject({ address: 'Oran', teacher: { courses: [] } });
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
    expect(await screen.findByText(profile.save, { selector: 'button > span' })).toBeVisible();
  });
});

it('leads on to the courses of the user, which were on this screen', async () => {
  mockApi(responses);
  await open('en', '/profile?lang=en#my-courses');
  await waitFor(() => {
    expect(window.location.pathname).toBe('/my-courses');
  });
});
