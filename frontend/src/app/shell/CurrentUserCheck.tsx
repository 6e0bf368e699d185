import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { removeOtherUsers, useCurrentUser } from '#entities/user/currentUser.ts';
import { signOut } from '#entities/session/session.ts';
import { requiresSignIn } from '../routes.tsx';
import styles from './Shell.module.css';
import { SessionLoading } from './SessionLoading.tsx';

interface CurrentUserCheckProps {
  token: string;
  /** Told for which token the screen may be shown; for none while that is not known. */
  onAllowed: (token: string | null) => void;
}

/**
 * Asks whose the stored token is (spec §2, Shell). A token that the server refuses is forgotten, and who had it is a
 * visitor. After any other failure the screens for members can be tried again, and the others are there without.
 */
export function CurrentUserCheck({ token, onAllowed }: CurrentUserCheckProps) {
  const { t } = useTranslation();
  const errorMessage = useErrorMessage();
  const { pathname } = useLocation();
  const { data, error, isFetching, refetch } = useCurrentUser();
  const isAllowed = data !== undefined || (!isFetching && !requiresSignIn(pathname));

  useLayoutEffect(() => {
    onAllowed(isAllowed ? token : null);
  }, [isAllowed, token, onAllowed]);

  // Nothing is kept of somebody who is not signed in any more, wherever that happened: here, in another tab, or because the
  // server refused the token.
  useEffect(() => {
    removeOtherUsers(token);
    return () => {
      removeOtherUsers(getAccessToken());
    };
  }, [token]);

  if (isAllowed) {
    return null;
  }
  if (isFetching || !error) {
    return <SessionLoading />;
  }
  return (
    <div className={styles.waiting}>
      <Notice
        onRetry={() => void refetch()}
        reason={errorMessage(error)}
        title={t('session.failed')}
      />
      <Button
        look="quiet"
        onClick={() => {
          signOut();
        }}
      >
        {t('logout.title')}
      </Button>
    </div>
  );
}
