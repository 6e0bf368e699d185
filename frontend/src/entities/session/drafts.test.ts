import { expect, it, describe, vi } from 'vitest';
import { parseReturnPath } from '#lib/returnPath.ts';
import {
  placeRequestDraft,
  resetProgress,
  pendingSignup,
  pendingSince,
  signupReturnPath,
  signupDraft,
} from './drafts.ts';
import { hasRestoredForm } from './restoredForms.ts';

it('is for the user who wrote it and its course, until it is cleared', () => {
  const draft = { user: 'amina', course: 'rust', run: 'spring', message: 'Hello' };
  placeRequestDraft.write(draft);
  expect(placeRequestDraft.read('amina', 'rust')).toEqual(draft);
  expect(placeRequestDraft.read('nadir', 'rust')).toBeUndefined();
  expect(placeRequestDraft.read('amina', 'python')).toBeUndefined();
  placeRequestDraft.clear();
  expect(placeRequestDraft.read('amina', 'rust')).toBeUndefined();
});

const progress = { email: 'amina@example.org', sentAt: 1 };

describe('the progress of a password reset', () => {
  it('is kept for as long as the server accepts the code', () => {
    vi.useFakeTimers();
    resetProgress.write(progress);
    vi.advanceTimersByTime(10 * 60_000 - 1);
    expect(resetProgress.read()).toMatchObject(progress);
    vi.advanceTimersByTime(1);
    expect(resetProgress.read()).toBeUndefined();
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '{"email":"a@b.org"}',
    // In the future, so that only the type of one value is wrong.
    '{"email":1,"sentAt":2,"at":9e15}',
    '{"email":"a@b.org","sentAt":"2","at":9e15}',
    '{"email":"a@b.org","sentAt":2,"at":"9e15"}',
  ])('is not read from %j', (stored) => {
    sessionStorage.setItem('resetProgress', stored);
    expect(resetProgress.read()).toBeUndefined();
  });
});

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

it('has a form to restore during a sign-up, and during a password reset', () => {
  expect(hasRestoredForm()).toBe(false);
  signupDraft.write('{}');
  expect(hasRestoredForm()).toBe(true);
  signupDraft.clear();
  expect(hasRestoredForm()).toBe(false);
  resetProgress.write({ email: 'amina@example.org', sentAt: 1 });
  expect(hasRestoredForm()).toBe(true);
  resetProgress.clear();
  expect(hasRestoredForm()).toBe(false);
});
