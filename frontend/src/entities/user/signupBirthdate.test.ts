import { describe, expect, it } from 'vitest';
import { forgetKeptBirthdate, keepBirthdate, keptBirthdate } from './signupBirthdate.ts';

describe('the birthdate that is kept', () => {
  it('is offered to who entered it, however the e-mail was written', () => {
    keepBirthdate(' Amina@Example.org ', '2001-03-05');
    expect(keptBirthdate('amina@example.org')).toBe('2001-03-05');
    expect(keptBirthdate('nadir@example.org')).toBeUndefined();
  });

  it('can be forgotten', () => {
    keepBirthdate('amina@example.org', '2001-03-05');
    forgetKeptBirthdate();
    expect(keptBirthdate('amina@example.org')).toBeUndefined();
  });

  it.each(['', 'not json', 'null', '[]', '{"email":1}'])('is none when %j is stored', (stored) => {
    localStorage.setItem('birthdate', stored);
    expect(keptBirthdate('amina@example.org')).toBeUndefined();
  });
});
