import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  /** The reason, as a translated error message. */
  reason?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Shows what failed and why, and offers to retry. Announced when it appears. */
export function Notice({ title, reason, onRetry, isRetrying = false }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <Icon className={styles.icon} name="warning" size={24} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {reason && <p>{reason}</p>}
      </div>
      <Button busy={isRetrying} variant="outlined" onClick={onRetry}>
        <Icon name="retry" size={18} />
        {t('retry')}
      </Button>
    </div>
  );
}
