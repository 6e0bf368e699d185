import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useErrorText } from '../../api/errorText.ts';
import { useHasToken } from '../../api/token.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Spinner } from '../../components/Spinner.tsx';
import { useCurrentUser } from '../../session/currentUser.ts';
import { useSession } from '../../session/useSession.ts';
import { isForMembers } from '../routes.tsx';
import styles from './Shell.module.css';

/**
 * Holds the screen back while a token is stored and it is not known whose it is (spec §2, Shell). A token that the
 * server refuses is forgotten, and who had it is a visitor. After any other failure the screens for members can be
 * tried again, and the others are there without.
 */
export function WhoIsThis({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const hasToken = useHasToken();
  const { signOut } = useSession();
  const { data, error, isFetching, refetch } = useCurrentUser();
  if (!hasToken || data || (!isFetching && !isForMembers(pathname))) {
    return children;
  }
  if (isFetching || !error) {
    return (
      <div aria-busy="true" className={styles['waiting']} role="status">
        <Spinner />
        <span className="visually-hidden">{t('session.loading')}</span>
      </div>
    );
  }
  return (
    <div className={styles['waiting']}>
      <Notice
        onRetry={() => void refetch()}
        reason={errorText(error)}
        title={t('session.failed')}
      />
      <Button look="quiet" onClick={signOut}>
        {t('logout.title')}
      </Button>
    </div>
  );
}
