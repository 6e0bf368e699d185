import { act, screen, waitFor } from '@testing-library/react';
import { use } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { errorResponse, jsonResponse, mockApi, noResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { translations } from '#testing/translations.ts';
import { SessionGate } from './SessionGate.tsx';

const { session } = translations.en.common;

const open = (path: string) =>
  openScreen(
    () => (
      <SessionGate>
        <p>screen</p>
      </SessionGate>
    ),
    { path, namespaces: ['errors'] },
  );

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

beforeEach(() => {
  setAccessToken('abc');
});

it.each(['/', '/courses/project-management', '/no/such/page'])(
  '%s is shown before the user is known',
  async (path) => {
    mockApi({ 'GET /users/me': noResponse });
    await open(path);
    expect(screen.getByText('screen')).toBeVisible();
    expect(screen.queryByText(session.loading)).toBeNull();
  },
);

it.each(['/profile', '/login'])('%s waits for the user', async (path) => {
  const release = holdUser();
  await open(path);
  expect(await screen.findByText(session.loading)).toBeInTheDocument();
  expect(screen.queryByText('screen')).toBeNull();
  act(release);
  expect(await screen.findByText('screen')).toBeVisible();
  expect(screen.queryByText(session.loading)).toBeNull();
});

it('keeps the placeholder until the screen is ready', async () => {
  mockApi({ 'GET /users/me': jsonResponse(200, { success: true, data: student }) });
  let release: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rendered = vi.fn();
  await openScreen(
    () => (
      <SessionGate>
        <WaitingScreen onRender={rendered} ready={ready} />
      </SessionGate>
    ),
    { path: '/profile', namespaces: ['errors'] },
  );
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
  await open('/courses');
  await expect.poll(getAccessToken).toBeNull();
  expect(screen.getByText('screen')).toBeVisible();
});

it('is open for visitors', async () => {
  localStorage.clear();
  await open('/profile');
  expect(screen.getByText('screen')).toBeVisible();
});
