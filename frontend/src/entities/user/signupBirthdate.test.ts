import { describe, expect, it } from 'vitest';
import {
  clearSignupBirthdate,
  storeSignupBirthdate,
  storedSignupBirthdate,
} from './signupBirthdate.ts';

describe('the stored birthdate', () => {
  it('is returned for the same email address, however it was written', () => {
    storeSignupBirthdate(' Amina@Example.org ', '2001-03-05');
    expect(storedSignupBirthdate('amina@example.org')).toBe('2001-03-05');
    expect(storedSignupBirthdate('nadir@example.org')).toBeUndefined();
  });

  it('can be cleared', () => {
    storeSignupBirthdate('amina@example.org', '2001-03-05');
    clearSignupBirthdate();
    expect(storedSignupBirthdate('amina@example.org')).toBeUndefined();
  });

  it.each(['', 'not json', 'null', '[]', '{"email":1}'])(
    'is undefined when %j is stored',
    (stored) => {
      localStorage.setItem('birthdate', stored);
      expect(storedSignupBirthdate('amina@example.org')).toBeUndefined();
    },
  );
});
