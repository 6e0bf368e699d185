import { useQueryClient } from '@tanstack/react-query';
import { forgetToken, storedToken, storeToken } from '../api/token.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { keepCurrentUser, type CurrentUser, type User } from './currentUser.ts';
import { signupDraft } from './signupDraft.ts';

/** What can be done about who is signed in. */
export function useSession() {
  const queryClient = useQueryClient();
  const lang = useLanguage().code;
  return {
    /** Keeps the token and shows the person at once (spec §4, Login). Who has an account is not signing up any more. */
    signIn: (token: string, user: User): void => {
      keepCurrentUser(queryClient, { user, etag: null, token, lang });
      storeToken(token);
      signupDraft.forget();
    },
    /** Forgets the token; `useSessionUpkeep` drops what was known of the person. */
    signOut: (): void => {
      forgetToken({ byChoice: true });
    },
    /** Shows the person as the server has just answered. */
    replaceUser: (current: CurrentUser): void => {
      keepCurrentUser(queryClient, { ...current, token: storedToken(), lang });
    },
  };
}
