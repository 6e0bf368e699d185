import { expect, it } from 'vitest';
import { emailInState } from './emailInState.ts';

it.each([
  [{ email: 'amina@example.org', from: '/courses' }, 'amina@example.org'],
  [{ email: 7 }, ''],
  [{}, ''],
  ['text', ''],
  [null, ''],
  [undefined, ''],
])('reads from %j the email address %j', (state, email) => {
  expect(emailInState(state)).toBe(email);
});
