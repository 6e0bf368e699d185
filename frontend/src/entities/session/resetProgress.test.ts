import { describe, expect, it, vi } from 'vitest';
import { resetProgress } from './resetProgress.ts';

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

  it('is deleted', () => {
    resetProgress.write(progress);
    resetProgress.clear();
    expect(resetProgress.read()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
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
