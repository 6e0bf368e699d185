import { describe, expect, it, vi } from 'vitest';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { clearUnfinishedUploads } from '#entities/upload/unfinishedUploads.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { logOut, signOut } from './session.ts';

vi.mock('#entities/upload/unfinishedUploads.ts', () => ({
  clearUnfinishedUploads: vi.fn(() => Promise.resolve()),
}));

const LOGOUT = 'POST /users/logout';

describe('logOut', () => {
  it('ends the session on the server and here', async () => {
    setAccessToken('token');
    const calls = mockApi({ [LOGOUT]: jsonResponse(200, { success: true, message: '' }) });
    const loggedOut = logOut();
    expect(getAccessToken()).toBeNull();
    await loggedOut;
    expect(calls.map(({ name }) => name)).toEqual([LOGOUT]);
  });

  it('accepts that the session had ended before', async () => {
    setAccessToken('token');
    mockApi({ [LOGOUT]: errorResponse(401, 'unauthorized') });
    await logOut();
    expect(getAccessToken()).toBeNull();
  });

  it('signs out here also when the server does not respond', async () => {
    setAccessToken('token');
    mockApi({});
    await expect(logOut()).rejects.toThrow();
    expect(getAccessToken()).toBeNull();
  });

  it('sends nothing without a token', async () => {
    const calls = mockApi({});
    await logOut();
    expect(calls).toEqual([]);
  });
});

it('removes the files of unfinished uploads when the user signs out', async () => {
  vi.mocked(clearUnfinishedUploads).mockClear();
  signOut();
  await vi.waitFor(() => {
    expect(clearUnfinishedUploads).toHaveBeenCalledTimes(1);
  });
});
