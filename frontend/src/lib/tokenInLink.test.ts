import { expect, it } from 'vitest';
import { tokenInLink } from './tokenInLink.ts';

it.each([
  ['?lang=fr&token=ab.c-d_e', 'ab.c-d_e'],
  ['?token=ab.cd.', 'ab.cd'],
  ['?token=ab.cd%C2%BB', 'ab.cd'],
  ['?token=ab.cd)%2C', 'ab.cd'],
  ['?token=.', undefined],
  ['?token=', undefined],
  ['', undefined],
])('reads %j as %j', (search, token) => {
  expect(tokenInLink(search)).toBe(token);
});
