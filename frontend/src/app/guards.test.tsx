import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { clearAccessToken, setAccessToken } from '#api/accessToken.ts';
import { RequireVisitor } from './RequireVisitor.tsx';
import { RequireAccessToken } from './RequireAccessToken.tsx';

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

describe('RequireToken', () => {
  it('sends a visitor to the login and keeps the way back', () => {
    open('/profile?tab=cv#photo');
    expect(screen.getByText('login, back to {"from":"/profile?tab=cv#photo"}')).toBeVisible();
    expect(screen.queryByText('profile')).toBeNull();
  });

  it('lets in who has a token', () => {
    setAccessToken('abc');
    open('/profile');
    expect(screen.getByText('profile')).toBeVisible();
  });

  it('sends home who signs out', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: true });
    });
    expect(screen.getByText('home')).toBeVisible();
  });

  it('leaves the screen to who has a last word there', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: true, stays: true });
    });
    expect(screen.getByText('profile')).toBeVisible();
  });

  it('does not let in who has had a last word elsewhere', () => {
    clearAccessToken({ byUser: true, stays: true });
    open('/profile');
    expect(screen.getByText(/^login/)).toBeVisible();
  });

  it('sends to the login whose token goes without a sign-out', () => {
    setAccessToken('abc');
    open('/profile');
    act(() => {
      clearAccessToken({ byUser: false });
    });
    expect(screen.getByText('login, back to {"from":"/profile"}')).toBeVisible();
  });
});

describe('RequireNoToken', () => {
  it('lets in a visitor, and sends on who signs in', () => {
    open('/login');
    expect(screen.getByText(/^login/)).toBeVisible();
    act(() => {
      setAccessToken('abc');
    });
    expect(screen.getByText('home')).toBeVisible();
  });

  it('knows the way back', () => {
    setAccessToken('abc');
    open('/login', { from: '/profile' });
    expect(screen.getByText('profile')).toBeVisible();
  });

  it.each([
    { from: 'https://elsewhere.example' },
    { from: '//elsewhere.example' },
    { from: 7 },
    null,
  ])('takes %j for no way back', (state) => {
    setAccessToken('abc');
    open('/login', state);
    expect(screen.getByText('home')).toBeVisible();
  });
});
