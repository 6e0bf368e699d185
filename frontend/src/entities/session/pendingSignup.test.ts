import { describe, expect, it } from 'vitest';
import { pendingSignup, pendingSince, signupReturnPath } from './pendingSignup.ts';
import { parseReturnPath } from '#lib/returnPath.ts';

describe('the last sign-up of this tab', () => {
  it('may ask for another link after a minute', () => {
    expect(pendingSince(1000, 'amina@example.org')).toEqual({
      email: 'amina@example.org',
      mayResendAt: 61_000,
    });
  });

  it('is read until it is cleared, and only in this tab', () => {
    expect(pendingSignup.read()).toBeUndefined();
    const signup = pendingSince(1000, 'amina@example.org');
    pendingSignup.write(signup);
    expect(pendingSignup.read()).toEqual(signup);
    expect(localStorage).toHaveLength(0);
    pendingSignup.clear();
    expect(pendingSignup.read()).toBeUndefined();
  });

  it.each(['', '{', 'null', '7', '[]', '{"email":7,"mayResendAt":0}', '{"email":"a@b.org"}'])(
    'is not read from %j',
    (stored) => {
      sessionStorage.setItem('pendingSignup', stored);
      expect(pendingSignup.read()).toBeUndefined();
    },
  );
});

describe('where a sign-up began', () => {
  it('is read until another sign-up begins elsewhere', () => {
    signupReturnPath.write(parseReturnPath('/courses?q=a'));
    expect(signupReturnPath.read()).toBe('/courses?q=a');
    signupReturnPath.write(undefined);
    expect(signupReturnPath.read()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is a path of this site', () => {
    sessionStorage.setItem('signupReturnPath', 'https://elsewhere.example/');
    expect(signupReturnPath.read()).toBeUndefined();
  });
});
