import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  /** The reason, in the words of the error catalogue, where there is one. */
  reason?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Says what could not be done and why, and offers to try again. Announced as soon as it appears. */
export function Notice({ title, reason, onRetry, isRetrying = false }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <Icon className={styles.icon} name="warning" size={24} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {reason && <p>{reason}</p>}
      </div>
      <Button busy={isRetrying} look="outlined" onClick={onRetry}>
        <Icon name="retry" size={18} />
        {t('retry')}
      </Button>
    </div>
  );
}
