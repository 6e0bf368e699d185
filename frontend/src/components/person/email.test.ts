import { describe, expect, it } from 'vitest';
import { emailToSend } from './email.ts';

describe('emailToSend', () => {
  it.each([
    ' amina@example.org\n',
    '\u200eamina@example.org\u200f',
    '\u202aamina@\u2066example\u2069.org\u202c',
    '\ufeff\u061camina\u200b@example.org \u200f',
  ])('makes of %j the address alone', (typed) => {
    expect(emailToSend(typed)).toBe('amina@example.org');
  });
});
