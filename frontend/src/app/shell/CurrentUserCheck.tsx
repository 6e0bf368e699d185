import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useErrorText } from '#i18n/errorMessage.ts';
import { storedToken } from '#api/accessToken.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { dropOthers, useCurrentUser } from '#entities/user/currentUser.ts';
import { signOut } from '#entities/session/session.ts';
import { isForMembers } from '../routes.tsx';
import styles from './Shell.module.css';
import { Waiting } from './SessionLoading.tsx';

interface WhoIsThisProps {
  token: string;
  /** Told for which token the screen may be shown; for none while that is not known. */
  onLetIn: (token: string | null) => void;
}

/**
 * Asks whose the stored token is (spec §2, Shell). A token that the server refuses is forgotten, and who had it is a
 * visitor. After any other failure the screens for members can be tried again, and the others are there without.
 */
export function WhoIsThis({ token, onLetIn }: WhoIsThisProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const { data, error, isFetching, refetch } = useCurrentUser();
  const isLetIn = data !== undefined || (!isFetching && !isForMembers(pathname));

  useLayoutEffect(() => {
    onLetIn(isLetIn ? token : null);
  }, [isLetIn, token, onLetIn]);

  // Nothing is kept of somebody who is not signed in any more, wherever that happened: here, in another tab, or because the
  // server refused the token.
  useEffect(() => {
    dropOthers(token);
    return () => {
      dropOthers(storedToken());
    };
  }, [token]);

  if (isLetIn) {
    return null;
  }
  if (isFetching || !error) {
    return <Waiting />;
  }
  return (
    <div className={styles['waiting']}>
      <Notice
        onRetry={() => void refetch()}
        reason={errorText(error)}
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
