import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, parsePath, RouterProvider, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearAccessToken, setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { dataResponse, mockApi } from '#testing/network.ts';
import { student } from '#testing/student.ts';
import { RequireAccessToken, RequireVisitor } from './guards.tsx';

function Login() {
  return <p>login, back to {JSON.stringify(useLocation().state)}</p>;
}

function open(path: string, state?: unknown) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>home</p> },
      { element: <RequireVisitor />, children: [{ path: '/login', element: <Login /> }] },
      {
        element: <RequireAccessToken />,
        children: [{ path: '/profile', element: <p>profile</p> }],
      },
    ],
    { initialEntries: [{ ...parsePath(path), state }] },
  );
  render(<RouterProvider router={router} />);
}

beforeEach(() => {
  queryClient.clear();
  mockApi({ 'GET /users/me': dataResponse(student) });
});

describe('RequireAccessToken', () => {
  it('redirects visitors to the login screen, with the return path', async () => {
    open('/profile?tab=cv#photo');
    expect(
      await screen.findByText('login, back to {"from":"/profile?tab=cv#photo"}'),
    ).toBeVisible();
    expect(screen.queryByText('profile')).toBeNull();
  });

  it('renders the screen for signed-in users', async () => {
    setAccessToken('abc');
    open('/profile');
    expect(await screen.findByText('profile')).toBeVisible();
  });

  it.each([
    ['the home screen after a sign-out', { byUser: true }, 'home'],
    ['a screen that stays after a sign-out', { byUser: true, stays: true }, 'profile'],
    ['the login screen otherwise', { byUser: false }, 'login, back to {"from":"/profile"}'],
  ])('shows %s', async (_, options, shown) => {
    setAccessToken('abc');
    open('/profile');
    await screen.findByText('profile');
    act(() => {
      clearAccessToken(options);
    });
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it('redirects to the login screen after a sign-out on another screen', async () => {
    clearAccessToken({ byUser: true, stays: true });
    open('/profile');
    expect(await screen.findByText(/^login/)).toBeVisible();
  });
});

describe('RequireVisitor', () => {
  it('renders the screen for visitors, and redirects after a sign-in', async () => {
    open('/login');
    expect(await screen.findByText(/^login/)).toBeVisible();
    act(() => {
      setAccessToken('abc');
    });
    expect(await screen.findByText('home')).toBeVisible();
  });

  it('redirects to the return path', async () => {
    setAccessToken('abc');
    open('/login', { from: '/profile' });
    expect(await screen.findByText('profile')).toBeVisible();
  });

  it.each([
    { from: 'https://elsewhere.example' },
    { from: '//elsewhere.example' },
    { from: '/\\elsewhere.example' },
    { from: 'javascript:alert(1)' },
    { from: 7 },
    null,
  ])('takes %j for no return path', async (state) => {
    setAccessToken('abc');
    open('/login', state);
    expect(await screen.findByText('home')).toBeVisible();
  });
});
