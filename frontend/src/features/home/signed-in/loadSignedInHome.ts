import { prefetchCurrentUser } from '#entities/user/currentUser.ts';
import { SignedInHome } from './SignedInHome.tsx';

/** The longest wait for the user. */
const PATIENCE_MS = 1000;

/**
 * Returns the part of a signed-in user once the user is known or could not be fetched, at the latest after a second. The height of the
 * next steps depends on the user, and would move everything below them.
 */
export async function loadSignedInHome(): Promise<typeof SignedInHome> {
  const patience = new Promise((done) => setTimeout(done, PATIENCE_MS));
  await Promise.race([prefetchCurrentUser(), patience]);
  return SignedInHome;
}
