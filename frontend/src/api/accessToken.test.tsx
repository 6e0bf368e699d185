import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  forgetToken,
  hasLeftByChoice,
  storedToken,
  storeToken,
  TOKEN_KEY,
  useHasToken,
} from './accessToken.ts';

function Guest() {
  return <p>{useHasToken() ? 'somebody' : 'nobody'}</p>;
}

/** What the browser does in a tab when another one has written. */
function anotherTabWrites(token: string | null): void {
  act(() => {
    if (token === null) {
      localStorage.removeItem(TOKEN_KEY);
    } else {
      localStorage.setItem(TOKEN_KEY, token);
    }
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
  });
}

afterEach(() => {
  forgetToken({ byChoice: false });
});

describe('the token', () => {
  it('is told to this tab as it comes and goes', () => {
    render(<Guest />);
    expect(screen.getByText('nobody')).toBeVisible();
    act(() => {
      storeToken('abc');
    });
    expect(screen.getByText('somebody')).toBeVisible();
    act(() => {
      forgetToken({ byChoice: true });
    });
    expect(screen.getByText('nobody')).toBeVisible();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });

  it('is told by other tabs', () => {
    render(<Guest />);
    anotherTabWrites('abc');
    expect(screen.getByText('somebody')).toBeVisible();
    anotherTabWrites(null);
    expect(screen.getByText('nobody')).toBeVisible();
  });

  it('lives as long as the page in a browser that refuses storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    storeToken('abc');
    expect(storedToken()).toBe('abc');
    forgetToken({ byChoice: true });
    expect(storedToken()).toBeNull();
  });

  it('remembers whether the person left by choice', () => {
    storeToken('abc');
    forgetToken({ byChoice: true });
    expect(hasLeftByChoice()).toBe(true);
    storeToken('def');
    expect(hasLeftByChoice()).toBe(false);
  });
});
