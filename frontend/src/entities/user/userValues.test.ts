import { describe, expect, it } from 'vitest';
import { EMPTY_USER_VALUES, validateUserValues } from './userValues.ts';

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
