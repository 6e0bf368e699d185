import { describe, expect, it } from 'vitest';
import { validatePassword } from './passwordRules.ts';

describe('validatePassword', () => {
  it.each([
    ['', 'password_too_short'],
    ['Short 1', 'password_too_short'],
    ['🔑🔑🔑🔑A1', 'password_too_short'],
    ['no capital 1', 'password_uppercase'],
    ['كلمة سر طويلة ٣', 'password_uppercase'],
    ['No digit here', 'password_number'],
    ['A1'.repeat(65), 'field_too_long'],
    ['Enough 1', undefined],
    ['Épargne٣ٱ', undefined],
    ['A1'.repeat(64), undefined],
  ])('of %j is %s, as on the server', (password, fault) => {
    expect(validatePassword(password)).toBe(fault);
  });
});
