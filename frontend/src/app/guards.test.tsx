import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { clearAccessToken, setAccessToken } from '#api/accessToken.ts';
import { RequireAccessToken, RequireVisitor } from './App.tsx';

function Login() {
  return <p>login, back to {JSON.stringify(useLocation().state)}</p>;
}

function open(path: string, state?: unknown) {
  render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      <Routes>
        <Route element={<p>home</p>} path="/" />
        <Route
          element={
            <RequireVisitor>
              <Login />
            </RequireVisitor>
          }
          path="/login"
        />
        <Route
          element={
            <RequireAccessToken>
              <p>profile</p>
            </RequireAccessToken>
          }
          path="/profile"
        />
      </Routes>
    </MemoryRouter>,
  );
}

describe('RequireAccessToken', () => {
  it('redirects visitors to the login screen, with the return path', () => {
    open('/profile?tab=cv#photo');
    expect(screen.getByText('login, back to {"from":"/profile?tab=cv#photo"}')).toBeVisible();
    expect(screen.queryByText('profile')).toBeNull();
  });

  it('renders the screen for signed-in users', () => {
    setAccessToken('abc');
    open('/profile');
    expect(screen.getByText('profile')).toBeVisible();
  });

  it('redirects to the home screen after a sign-out', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: true });
    });
    expect(screen.getByText('home')).toBeVisible();
  });

  it('keeps a screen that stays after a sign-out', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: true, stays: true });
    });
    expect(screen.getByText('profile')).toBeVisible();
  });

  it('redirects to the login screen after a sign-out on another screen', () => {
    clearAccessToken({ byUser: true, stays: true });
    open('/profile');
    expect(screen.getByText(/^login/)).toBeVisible();
  });

  it('redirects to the login screen when the access token is cleared otherwise', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: false });
    });
    expect(screen.getByText('login, back to {"from":"/profile"}')).toBeVisible();
  });
});

describe('RequireVisitor', () => {
  it('renders the screen for visitors, and redirects after a sign-in', () => {
    open('/login');
    expect(screen.getByText(/^login/)).toBeVisible();
    act(() => {
      setAccessToken('abc');
    });
    expect(screen.getByText('home')).toBeVisible();
  });

  it('redirects to the return path', () => {
    setAccessToken('abc');
    open('/login', { from: '/profile' });
    expect(screen.getByText('profile')).toBeVisible();
  });

  it.each([
    { from: 'https://elsewhere.example' },
    { from: '//elsewhere.example' },
    { from: '/\\elsewhere.example' },
    { from: 'javascript:alert(1)' },
    { from: 7 },
    null,
  ])('takes %j for no return path', (state) => {
    setAccessToken('abc');
    open('/login', state);
    expect(screen.getByText('home')).toBeVisible();
  });
});
