import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './ResendButton.module.css';
import { useCountdown } from './useCountdown.ts';

interface ResendButtonProps {
  /** From when on the email can be requested again. */
  until: number;
  /** How long it still takes. */
  countdown: (seconds: number) => string;
  /** The end of the countdown. */
  mayResend: string;
  onResend: () => Promise<void>;
  children: ReactNode;
}

/** Requests an email again after a pause. Screen readers hear only the end of the countdown. */
export function ResendButton({
  until,
  countdown,
  mayResend,
  onResend,
  children,
}: ResendButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const seconds = useCountdown(until);
  const isWaiting = seconds > 0;

  const resend = async () => {
    setIsBusy(true);
    await onResend();
    setIsBusy(false);
  };

  return (
    <div className={styles.resend}>
      {/* A disabled button would lose the focus. */}
      <Button
        aria-disabled={isWaiting}
        busy={isBusy}
        onClick={() => {
          if (!isWaiting) {
            void resend();
          }
        }}
        variant="outlined"
      >
        {children}
      </Button>
      <p aria-hidden="true" className={styles.countdown}>
        {isWaiting && countdown(seconds)}
      </p>
      <p className="visually-hidden" role="status">
        {!isWaiting && mayResend}
      </p>
    </div>
  );
}
