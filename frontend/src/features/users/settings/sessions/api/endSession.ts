import { client, responseOf } from '#api/client.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { ApiError } from '#lib/apiError.ts';
import { removeFromSessions } from './listSessions.ts';

/** Ends a session of the user. It has ended as well when the server does not know it any more. */
export async function endSession(id: string): Promise<void> {
  const token = getAccessToken();
  try {
    await responseOf(client.DELETE('/users/me/sessions/{id}', { params: { path: { id } } }));
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'session_not_found')) {
      throw failure;
    }
  }
  removeFromSessions(token, ({ _id }) => _id === id);
}
