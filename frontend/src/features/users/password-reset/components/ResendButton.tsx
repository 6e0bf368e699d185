import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { useCountdown } from '../useCountdown.ts';
import styles from './ResendButton.module.css';

/** A mail takes a moment to arrive: nobody should ask for another one before it can have. */
const PAUSE_MS = 60_000;

interface ResendButtonProps {
  /** When the code was sent, which stays the same. */
  sentAt: number;
  onResend: () => Promise<void>;
}

/** Asks for another code after a pause. The countdown is for the eye; its end alone is announced. */
export function ResendButton({ sentAt, onResend }: ResendButtonProps) {
  const { t } = useTranslation('account');
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
      <Button busy={isBusy} disabled={isWaiting} look="outlined" onClick={() => void resend()}>
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
