import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { TOKEN_KEY } from '../api/token.ts';
import { RequireToken } from './RequireToken.tsx';

function Login() {
  return <p>login, back to {JSON.stringify(useLocation().state)}</p>;
}

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<Login />} path="/login" />
        <Route
          element={
            <RequireToken>
              <p>profile</p>
            </RequireToken>
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
    localStorage.setItem(TOKEN_KEY, 'abc');
    open('/profile');
    expect(screen.getByText('profile')).toBeVisible();
  });
});
