import { describe, expect, it } from 'vitest';
import { clearSignupBirthdate, storedSignupBirthdate } from './signupBirthdate.ts';

const store = () => {
  localStorage.setItem(
    'birthdate',
    JSON.stringify({ email: 'amina@example.org', birthdate: '2001-03-05' }),
  );
};

describe('the stored birthdate', () => {
  it('is returned for the same email address, however it was written', () => {
    store();
    expect(storedSignupBirthdate(' Amina@Example.org ')).toBe('2001-03-05');
    expect(storedSignupBirthdate('nadir@example.org')).toBeUndefined();
  });

  it('can be cleared', () => {
    store();
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
