import { clearAccessToken, getAccessToken, setAccessToken } from '#api/accessToken.ts';
import type { User } from '#entities/user/api.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { pendingSignup, placeRequestDraft, signupDraft, resetProgress } from './drafts.ts';

/** Visitors do not need the query library. */
const importCurrentUser = () => import('#entities/user/currentUser.ts');

/**
 * Loads the modules that a session needs while the login request runs. A failure is handled when
 * they are used.
 */
export function preloadSession(): void {
  importCurrentUser().catch(() => undefined);
}

/** Stores the access token and shows the user at once (spec §4, Login). It clears what the tab keeps of a sign-up or password reset. */
export async function signIn(token: string, user: User, lang: LanguageCode): Promise<void> {
  try {
    const { cacheCurrentUser } = await importCurrentUser();
    cacheCurrentUser({ user, etag: null, token, lang });
  } catch {
    // The user is fetched instead, as on every later visit.
  }
  setAccessToken(token);
  signupDraft.clear();
  pendingSignup.clear();
  resetProgress.clear();
}

/**
 * Signs out in this browser at once, and ends the session on the server.
 *
 * Fails when the request to the server fails; the user is signed out in this browser nevertheless.
 */
export async function logOut(): Promise<void> {
  const token = getAccessToken();
  signOut();
  if (token) {
    const { logout } = await import('./api.ts');
    await logout(token);
  }
}

/**
 * Clears the access token, whose session has ended or is about to; the shell removes the user's data. With `stays`,
 * the screen remains to show a last message.
 * Removes the files of uploads that have not ended, and what the user has written, which another user of this browser must not get.
 */
export function signOut({ stays = false } = {}): void {
  import('#entities/upload/unfinishedUploads.ts')
    .then(({ clearUnfinishedUploads }) => clearUnfinishedUploads())
    .catch(() => undefined);
  placeRequestDraft.clear();
  clearAccessToken({ byUser: true, stays });
}

/** Signs out the user of the email address. Another user, who may have signed in in another tab, stays signed in. */
export async function signOutUser(email: string): Promise<void> {
  const user = await cachedUser();
  // As the server, which stores addresses in lower case.
  if (!user || user.email === email.toLowerCase()) {
    signOut();
  }
}

async function cachedUser(): Promise<User | undefined> {
  try {
    const { getCachedUser } = await importCurrentUser();
    return getCachedUser(getAccessToken());
  } catch {
    return undefined;
  }
}
