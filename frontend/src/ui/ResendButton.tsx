import { useState, type ReactNode, useEffect, useTransition } from 'react';
import { Button } from './Button.tsx';
import styles from './ResendButton.module.css';

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
  const [isBusy, startResending] = useTransition();
  const seconds = useCountdown(until);
  const isWaiting = seconds > 0;

  return (
    <div className={styles.resend}>
      {/* A disabled button would lose the focus. */}
      <Button
        aria-disabled={isWaiting}
        busy={isBusy}
        onClick={() => {
          if (!isWaiting) {
            startResending(onResend);
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

const SECOND_MS = 1000;

/** The seconds until a moment; re-renders every second. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));

  useEffect(() => {
    if (left === 0) {
      return;
    }
    // Until the next whole second, measured again each time, because timers are late in background tabs. At once when the moment has
    // changed since the last countdown ended.
    const isOutdated = Date.now() - now >= SECOND_MS;
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      isOutdated ? 0 : (until - Date.now()) % SECOND_MS || SECOND_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [left, now, until]);

  return left;
}
