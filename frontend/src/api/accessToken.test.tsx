import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clearAccessToken,
  wasSignedOutByUser,
  getAccessToken,
  setAccessToken,
  ACCESS_TOKEN_KEY,
  useHasAccessToken,
} from './accessToken.ts';

function SignInState() {
  return <p>{useHasAccessToken() ? 'somebody' : 'nobody'}</p>;
}

/** What the browser does in a tab when another one has written. */
function anotherTabWrites(token: string | null): void {
  act(() => {
    if (token === null) {
      localStorage.removeItem(ACCESS_TOKEN_KEY);
    } else {
      localStorage.setItem(ACCESS_TOKEN_KEY, token);
    }
    window.dispatchEvent(new StorageEvent('storage', { key: ACCESS_TOKEN_KEY }));
  });
}

afterEach(() => {
  clearAccessToken({ byUser: false });
});

describe('the access token', () => {
  it('notifies this tab when it is stored and removed', () => {
    render(<SignInState />);
    expect(screen.getByText('nobody')).toBeVisible();
    act(() => {
      setAccessToken('abc');
    });
    expect(screen.getByText('somebody')).toBeVisible();
    act(() => {
      clearAccessToken({ byUser: true });
    });
    expect(screen.getByText('nobody')).toBeVisible();
    expect(localStorage.getItem(ACCESS_TOKEN_KEY)).toBeNull();
  });

  it('follows changes in other tabs', () => {
    render(<SignInState />);
    anotherTabWrites('abc');
    expect(screen.getByText('somebody')).toBeVisible();
    anotherTabWrites(null);
    expect(screen.getByText('nobody')).toBeVisible();
  });

  it('follows changes that were made while the page was in the back/forward cache', () => {
    setAccessToken('abc');
    render(<SignInState />);
    localStorage.removeItem(ACCESS_TOKEN_KEY);
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(screen.getByText('nobody')).toBeVisible();
  });

  it('lasts as long as the page in a browser without storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    setAccessToken('abc');
    expect(getAccessToken()).toBe('abc');
    clearAccessToken({ byUser: true });
    expect(getAccessToken()).toBeNull();
  });

  it('remembers whether the user signed out', () => {
    setAccessToken('abc');
    clearAccessToken({ byUser: true });
    expect(wasSignedOutByUser()).toBe(true);
    setAccessToken('def');
    expect(wasSignedOutByUser()).toBe(false);
  });

  it('forgets that the user signed out here when a user signs in in another tab', () => {
    render(<SignInState />);
    setAccessToken('abc');
    clearAccessToken({ byUser: true });
    anotherTabWrites('def');
    anotherTabWrites(null);
    expect(wasSignedOutByUser()).toBe(false);
  });
});
