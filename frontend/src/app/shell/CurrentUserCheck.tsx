import { startTransition, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { getAccessToken } from '#api/accessToken.ts';
import { logOut } from '#entities/session/session.ts';
import {
  followAccessToken,
  removeOtherUsers,
  useCurrentUser,
  ownerOf,
} from '#entities/user/currentUser.ts';
import { Button } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { requiresSignIn } from '../routes.tsx';
import { SessionLoading } from './SessionLoading.tsx';
import styles from './Shell.module.css';

/** When it cannot be loaded, the user is asked on the next visit. */
const ConsentQuestion = lazyComponent(
  async () => (await import('./ConsentQuestion.tsx')).ConsentQuestion,
  { translations: ['consent', 'logout'], Failed: NoNotice },
);

interface CurrentUserCheckProps {
  token: string;
  /** Whether the screen is shown. */
  isShown: boolean;
  /** Called with true when the screen may be shown, and with false when that is unknown again: for another user, or without one. */
  onAllowed: (isAllowed: boolean) => void;
}

/**
 * Fetches the user to whom the stored access token belongs (spec §2, Shell). When the server rejects the token,
 * it is cleared, and the user is a visitor. After any other failure, screens for signed-in users offer to
 * retry, and the other screens are shown. Screens for everyone do not wait.
 */
export function CurrentUserCheck({ token, isShown, onAllowed }: CurrentUserCheckProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Another token of the same user keeps the screen, with what was typed and the uploads.
  const owner = ownerOf(token);
  const query = useCurrentUser();
  const { data, isFetching } = query;
  const failure = useQueryFailure(query, owner);
  const isAllowed = data !== undefined || (!isFetching && !requiresSignIn(pathname));

  useLayoutEffect(() => {
    if (!isAllowed) {
      return;
    }
    // The placeholder stays until the screen can be rendered. Outside a transition, React shows the fallback of Suspense for 300 ms.
    startTransition(() => {
      onAllowed(true);
    });
    return () => {
      onAllowed(false);
    };
  }, [isAllowed, owner, onAllowed]);

  // Removes the data of a user who is no longer signed in, whether they signed out here or in another tab, or
  // the server rejected the token.
  useEffect(() => {
    removeOtherUsers(token);
    return () => {
      followAccessToken(token, getAccessToken());
    };
  }, [token]);

  if (isShown) {
    return data?.user.consent?.required && <ConsentQuestion current={data} />;
  }
  if (isAllowed || !failure) {
    return <SessionLoading />;
  }
  return (
    <div className={styles.centered}>
      <Notice {...failure} title={t('session.failed')} />
      <Button
        variant="quiet"
        onClick={() => {
          // The server did not respond to the request for the user, either.
          logOut().catch(() => undefined);
        }}
      >
        {t('logout.title')}
      </Button>
    </div>
  );
}
