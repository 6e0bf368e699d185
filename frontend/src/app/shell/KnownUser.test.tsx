import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { use, type ComponentType } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCESS_TOKEN_KEY, getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { cacheCurrentUser } from '#entities/user/currentUser.ts';
import { changeLanguage } from '#i18n/i18n.ts';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { dataResponse, errorResponse, mockApi, noResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import { KnownUser, RequireAccessToken, RequireVisitor } from './guards.tsx';
import { Shell } from './Shell.tsx';

const { session } = translations.en.common;

const Screen = () => <p>screen</p>;

const openProfile = (Profile: ComponentType = Screen) =>
  openScreen(Profile, { path: '/profile', Layout: RequireAccessToken, namespaces: ['errors'] });

/** Suspends until it is ready, as a screen does whose code loads. */
function WaitingScreen({ ready, onRender }: { ready: Promise<void>; onRender: () => void }) {
  onRender();
  use(ready);
  return <p>screen</p>;
}

/** Holds the request for the user until the returned function is called. */
function holdUser(): () => void {
  let release: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    release = resolve;
  });
  mockApi({ 'GET /users/me': () => response });
  return () => {
    release(Response.json({ success: true, data: student }));
  };
}

beforeEach(async () => {
  setAccessToken('abc');
  await KnownUser.ready();
});

it.each(['/', '/courses/project-management', '/no/such/page'])(
  '%s is shown before the user is known',
  async (path) => {
    mockApi({ 'GET /users/me': noResponse });
    await openScreen(Screen, { path, Layout: Shell, namespaces: ['errors'] });
    expect(screen.getByText('screen')).toBeVisible();
    expect(screen.queryByText(session.loading)).toBeNull();
  },
);

it('waits for the user before a screen for signed-in users', async () => {
  const release = holdUser();
  await openProfile();
  expect(await screen.findByText(session.loading)).toBeInTheDocument();
  expect(screen.queryByText('screen')).toBeNull();
  act(release);
  expect(await screen.findByText('screen')).toBeVisible();
  expect(screen.queryByText(session.loading)).toBeNull();
});

describe('a screen for visitors', () => {
  const openLogin = () =>
    openScreen(Screen, { path: '/login', Layout: RequireVisitor, namespaces: ['errors'] });

  it('waits for the user before it redirects', async () => {
    const release = holdUser();
    await openLogin();
    expect(await screen.findByText(session.loading)).toBeInTheDocument();
    expect(window.location.pathname).toBe('/login');
    act(release);
    await expect.poll(() => window.location.pathname).toBe('/');
  });

  it('is shown when the server rejects the token', async () => {
    mockApi({ 'GET /users/me': errorResponse(401, 'unauthorized') });
    await openLogin();
    expect(await screen.findByText('screen')).toBeVisible();
    expect(window.location.pathname).toBe('/login');
  });

  it('redirects when the user cannot be fetched', async () => {
    mockApi({ 'GET /users/me': errorResponse(429, 'too_many_requests') });
    await openLogin();
    await expect.poll(() => window.location.pathname).toBe('/');
  });
});

it('keeps the placeholder until the screen is ready', async () => {
  mockApi({ 'GET /users/me': dataResponse(student) });
  let release: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rendered = vi.fn();
  await openProfile(() => <WaitingScreen onRender={rendered} ready={ready} />);
  await waitFor(() => {
    expect(rendered).toHaveBeenCalled();
  });
  expect(screen.getByText(session.loading)).toBeInTheDocument();
  await act(async () => {
    release();
    await ready;
  });
  expect(await screen.findByText('screen')).toBeVisible();
  expect(screen.queryByText(session.loading)).toBeNull();
});

it('keeps a screen for everyone when the server rejects the token', async () => {
  mockApi({ 'GET /users/me': errorResponse(401, 'unauthorized') });
  await openScreen(Screen, { path: '/courses', Layout: Shell, namespaces: ['errors'] });
  await expect.poll(getAccessToken).toBeNull();
  expect(screen.getByText('screen')).toBeVisible();
});

/** Opens a screen with a field, and types into it. */
async function openNote() {
  mockApi({ 'GET /users/me': dataResponse(student) });
  setAccessToken(accessTokenOf('a1'));
  await openProfile(() => <input aria-label="note" />);
  fireEvent.change(await screen.findByLabelText('note'), { target: { value: 'unsaved' } });
}

it('keeps the screen when the user cannot be fetched in another language', async () => {
  await openNote();
  const note = screen.getByLabelText('note');
  const requests = mockApi({ 'GET /users/me': errorResponse(429, 'too_many_requests') });
  await act(() => changeLanguage('fr'));
  await waitFor(() => {
    expect(requests).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(0);
  });
  expect(note).toBeVisible();
  expect(note).toHaveValue('unsaved');
});

describe('a token that replaces another one', () => {
  /** As another tab stores a token. */
  const storeElsewhere = (token: string) => {
    act(() => {
      localStorage.setItem(ACCESS_TOKEN_KEY, token);
      window.dispatchEvent(new StorageEvent('storage'));
    });
  };

  it('keeps the screen of the same user', async () => {
    await openNote();
    const note = screen.getByLabelText('note');
    storeElsewhere(accessTokenOf('a1', 2));
    expect(note).toBeVisible();
    expect(note).toHaveValue('unsaved');
  });

  it('opens the screen again for another user, once they are known', async () => {
    await openNote();
    const release = holdUser();
    storeElsewhere(accessTokenOf('b2'));
    expect(screen.queryByLabelText('note')).toBeNull();
    expect(screen.getByText(session.loading)).toBeInTheDocument();
    act(release);
    expect(await screen.findByLabelText('note')).toHaveValue('');
  });

  it('opens the screen again for another user who is known', async () => {
    await openNote();
    const token = accessTokenOf('b2');
    cacheCurrentUser({ user: { ...student, _id: 'b2' }, etag: null, token, lang: 'en' });
    storeElsewhere(token);
    expect(await screen.findByLabelText('note')).toHaveValue('');
  });
});
