import { clearAccessToken, setAccessToken } from '#api/accessToken.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { User } from '#entities/user/user.ts';
import { signupDraft } from './signupDraft.ts';

/** What reads from the server whose the token is: visitors have no use for it. */
const importCurrentUser = () => import('#entities/user/currentUser.ts');

/** Fetches what a session needs, while the server is asked for one. A failure is dealt with when it is needed. */
export function preloadSession(): void {
  importCurrentUser().catch(() => undefined);
}

/** Keeps the token and shows the person at once (spec §4, Login). Who has an account is not signing up any more. */
export async function signIn(token: string, user: User, lang: LanguageCode): Promise<void> {
  try {
    const { cacheCurrentUser } = await importCurrentUser();
    cacheCurrentUser({ user, etag: null, token, lang });
  } catch {
    // Then the person is asked for as on every later visit.
  }
  setAccessToken(token);
  signupDraft.clear();
}

/** Forgets the token; the shell drops what was known of the person. A screen may stay for a last word. */
export function signOut({ stays = false } = {}): void {
  clearAccessToken({ byUser: true, stays });
}
