import { client, responseOf } from '#api/client.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { removeFromSessions } from './listSessions.ts';

/** Ends all sessions of the user but the current one. */
export async function endOtherSessions(): Promise<void> {
  const token = getAccessToken();
  await responseOf(client.DELETE('/users/me/sessions'));
  removeFromSessions(token, ({ isCurrent }) => !isCurrent);
}
