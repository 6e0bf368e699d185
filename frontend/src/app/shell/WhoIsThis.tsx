import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../api/errorText.ts';
import { useHasToken } from '../../api/token.ts';
import { Notice } from '../../components/Notice.tsx';
import { Spinner } from '../../components/Spinner.tsx';
import { useCurrentUser } from '../../session/currentUser.ts';
import styles from './Shell.module.css';

/**
 * Holds the screen back while a token is stored and it is not known whose it is (spec §2, Shell). A token that the
 * server refuses is forgotten, and who had it is a visitor; any other failure can be tried again.
 */
export function WhoIsThis({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const hasToken = useHasToken();
  const { data, error, isFetching, refetch } = useCurrentUser();
  if (!hasToken || data) {
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
    </div>
  );
}
