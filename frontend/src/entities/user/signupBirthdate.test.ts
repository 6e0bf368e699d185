import { describe, expect, it } from 'vitest';
import {
  clearSignupBirthdate,
  storeSignupBirthdate,
  storedSignupBirthdate,
} from './signupBirthdate.ts';

describe('the birthdate that is kept', () => {
  it('is offered to who entered it, however the e-mail was written', () => {
    storeSignupBirthdate(' Amina@Example.org ', '2001-03-05');
    expect(storedSignupBirthdate('amina@example.org')).toBe('2001-03-05');
    expect(storedSignupBirthdate('nadir@example.org')).toBeUndefined();
  });

  it('can be forgotten', () => {
    storeSignupBirthdate('amina@example.org', '2001-03-05');
    clearSignupBirthdate();
    expect(storedSignupBirthdate('amina@example.org')).toBeUndefined();
  });

  it.each(['', 'not json', 'null', '[]', '{"email":1}'])('is none when %j is stored', (stored) => {
    localStorage.setItem('birthdate', stored);
    expect(storedSignupBirthdate('amina@example.org')).toBeUndefined();
  });
});
