import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, describe } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { changeLanguage, startI18n } from '#i18n/i18n.ts';
import { languageOf } from '#i18n/languages.ts';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { mockApi } from '#testing/network.ts';
import { student } from '#testing/student.ts';
import {
  cacheCurrentUser,
  followAccessToken,
  prefetchCurrentUser,
  removeOtherUsers,
  useSetCurrentUser,
  userQueryKey,
  ownerOf,
} from './currentUser.ts';

describe('currentUser', () => {
  const stateOf = (token: string) => queryClient.getQueryState([...userQueryKey(token), 'me']);

  afterEach(() => {
    queryClient.clear();
  });

  it('keeps the data of the user when their token is replaced, and fetches it again', () => {
    const [before, after] = [accessTokenOf('a1', 1), accessTokenOf('a1', 2)];
    cacheCurrentUser({ user: student, etag: '"1"', token: before, lang: 'en' });
    followAccessToken(before, after);
    expect(stateOf(after)).toMatchObject({ data: { user: student }, isInvalidated: true });
  });

  it('sends no request for a user who has logged out meanwhile', async () => {
    const requests = mockApi({});
    await prefetchCurrentUser();
    expect(requests).toEqual([]);
  });

  it('fetches nothing again for the user who has signed in instead', () => {
    const [before, after] = [accessTokenOf('a1'), accessTokenOf('b2')];
    for (const token of [before, after]) {
      cacheCurrentUser({ user: student, etag: '"1"', token, lang: 'en' });
    }
    followAccessToken(before, after);
    expect(stateOf(before)).toBeUndefined();
    expect(stateOf(after)).toMatchObject({ isInvalidated: false });
  });

  it('removes the data of every other user', () => {
    const token = accessTokenOf('a1');
    cacheCurrentUser({ user: student, etag: '"1"', token, lang: 'en' });
    removeOtherUsers(accessTokenOf('b2'));
    expect(stateOf(token)).toBeUndefined();
  });

  it('shows a saved user, and fetches the texts again in another language', async () => {
    const token = accessTokenOf('a1');
    setAccessToken(token);
    await startI18n(languageOf('en'), []);
    const { result } = renderHook(() => useSetCurrentUser());
    const saved = { user: { ...student, fullname: 'Amina B.' }, etag: '"2"' };
    result.current(saved);
    expect(stateOf(token)).toMatchObject({ data: saved, isInvalidated: false });
    expect(stateOf(token)?.dataUpdatedAt).toBeGreaterThan(0);

    await act(() => changeLanguage('fr'));
    expect(stateOf(token)).toMatchObject({ data: saved, isInvalidated: true });
    cacheCurrentUser({ ...saved, token, lang: 'en' });
    expect(stateOf(token)).toMatchObject({ data: saved, dataUpdatedAt: 0 });
  });
});

describe('userQueryKey', () => {
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
});
