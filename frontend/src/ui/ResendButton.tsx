import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { useCountdown } from './useCountdown.ts';
import styles from './ResendButton.module.css';

/** The time that an email takes to arrive. */
const PAUSE_MS = 60_000;

interface ResendButtonProps {
  /** When the code was sent. */
  sentAt: number;
  onResend: () => Promise<void>;
}

/** Requests another code after a pause. Screen readers hear only the end of the countdown. */
export function ResendButton({ sentAt, onResend }: ResendButtonProps) {
  const { t } = useTranslation('signIn');
  const [isBusy, setIsBusy] = useState(false);
  const seconds = useCountdown(sentAt + PAUSE_MS);
  const isWaiting = seconds > 0;

  const resend = async () => {
    setIsBusy(true);
    await onResend();
    setIsBusy(false);
  };

  return (
    <div className={styles.resend}>
      <Button busy={isBusy} disabled={isWaiting} variant="outlined" onClick={() => void resend()}>
        {t('code.resend')}
      </Button>
      <p aria-hidden="true" className={styles.countdown}>
        {isWaiting && t('code.countdown', { count: seconds })}
      </p>
      <p className="visually-hidden" role="status">
        {!isWaiting && t('code.mayResend')}
      </p>
    </div>
  );
}
