import { describe, expect, it } from 'vitest';
import { DEFAULT_COUNTRY } from '#entities/country/country.ts';
import {
  validatePostalAddress,
  validateFullname,
  validatePhone1,
  validatePhone2,
} from './userFieldErrors.ts';

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
    expect(validateFullname(fullname)).toBe(fault);
  });

  it.each([
    ['', 'address_required'],
    ['\u200b\u200f', 'address_required'],
    ['x'.repeat(300), undefined],
    ['x'.repeat(301), 'field_too_long'],
  ])('with the address %j is %s', (address, fault) => {
    expect(validatePostalAddress(address)).toBe(fault);
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
    expect(validatePhone1(typed, DEFAULT_COUNTRY)).toBe(first);
    expect(validatePhone2(typed, DEFAULT_COUNTRY)).toBe(second);
  });
});
