import { bearer } from '#api/authorization.ts';
import { client, responseOf } from '#api/client.ts';
import { ApiError } from '#lib/apiError.ts';

/** Ends the session of an access token on the server. It is ended as well when the server rejects the token. */
export async function logout(token: string): Promise<void> {
  // The page may be left meanwhile.
  const request = client.POST('/users/logout', { headers: bearer(token), keepalive: true });
  try {
    await responseOf(request);
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 401)) {
      throw failure;
    }
  }
}
