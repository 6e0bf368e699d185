import { expect, it } from 'vitest';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { ownerOf, userQueryKey } from './userQueryKey.ts';

const withPayload = (payload: string) => `header.${btoa(payload)}.signature`;

it('is the same for all tokens of a user', () => {
  expect(userQueryKey(accessTokenOf('a1', 1))).toEqual(userQueryKey(accessTokenOf('a1', 2)));
  expect(userQueryKey(accessTokenOf('a1'))).not.toEqual(userQueryKey(accessTokenOf('b2')));
});

it.each([
  ['an id', accessTokenOf('a1'), 'a1'],
  ['an id in base64url', 'header.eyJzdWIiOiJ-PyJ9.signature', '~?'],
  ['no token', null, null],
  ['another text', 'abc', 'abc'],
  ['a payload that is not JSON', withPayload('abc'), withPayload('abc')],
  ['a payload that is no object', withPayload('null'), withPayload('null')],
  ['an id that is not a text', withPayload('{"sub":7}'), withPayload('{"sub":7}')],
])('reads %s', (_, token, owner) => {
  expect(ownerOf(token)).toBe(owner);
});
