import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_USER_VALUES, today, validateBirthdate, validateUserValues } from './userValues.ts';

const codesOf = (values: Partial<typeof EMPTY_USER_VALUES>) =>
  validateUserValues({ ...EMPTY_USER_VALUES, ...values });

describe('validation of user fields', () => {
  it.each([
    ['', 'fullname_required'],
    [' \n', 'fullname_required'],
    ['\u200b\u200f', 'fullname_required'],
    ['\u3164', 'fullname_required'],
    ['…', 'fullname_required'],
    ['م'.repeat(100), undefined],
    ['x'.repeat(101), 'field_too_long'],
    [` ${'𐎠'.repeat(100)} `, undefined],
  ])('with the name %j is %s', (fullname, fault) => {
    expect(codesOf({ fullname }).fullname).toBe(fault);
  });

  it.each([
    ['', 'address_required'],
    ['\u200b\u200f', 'address_required'],
    ['x'.repeat(300), undefined],
    ['x'.repeat(301), 'field_too_long'],
  ])('with the address %j is %s', (address, fault) => {
    expect(codesOf({ address }).address).toBe(fault);
  });

  it.each([
    ['', 'phone_required', undefined],
    [' - ', 'phone_required', undefined],
    ['0551234567', undefined, undefined],
    ['٠٥٥١٢٣٤٥٦٧', undefined, undefined],
    ['12', 'phone_invalid', 'phone_invalid'],
    ['05512345x', 'phone_invalid', 'phone_invalid'],
    ['+0551234567', 'phone_invalid', 'phone_invalid'],
  ])('with the phone number %j is %s, or %s for the second', (typed, first, second) => {
    const { phone1, phone2 } = codesOf({ phone1: typed, phone2: typed });
    expect([phone1, phone2]).toEqual([first, second]);
  });
});

describe('birthdate', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 2, 5, 0, 30) });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is the local date, not the UTC date', () => {
    expect(today()).toBe('2026-03-05');
    vi.setSystemTime(new Date(2026, 2, 5, 23, 30));
    expect(today()).toBe('2026-03-05');
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
});
