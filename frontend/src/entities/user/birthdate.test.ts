import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { validateBirthdate, today } from './birthdate.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 5, 0, 30) });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('today', () => {
  it('is the local date, not the UTC date', () => {
    expect(today()).toBe('2026-03-05');
    vi.setSystemTime(new Date(2026, 2, 5, 23, 30));
    expect(today()).toBe('2026-03-05');
  });
});

describe('validateBirthdate', () => {
  it.each([
    ['', 'birthdate_required'],
    ['5/3/2001', 'birthdate_invalid'],
    // Date fields accept years of five digits.
    ['92001-03-05', 'birthdate_invalid'],
    ['2001-03-051', 'birthdate_invalid'],
    ['1899-12-31', 'birthdate_invalid'],
    ['0019-03-05', 'birthdate_invalid'],
    ['1900-01-01', undefined],
    ['2001-03-05', undefined],
    ['2026-03-05', undefined],
    ['2026-03-06', 'birthdate_in_future'],
    ['2110-01-01', 'birthdate_in_future'],
  ])('of %j is %s', (value, fault) => {
    expect(validateBirthdate(value)).toBe(fault);
  });
});
