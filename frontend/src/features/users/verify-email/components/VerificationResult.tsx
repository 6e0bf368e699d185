import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import styles from './VerificationResult.module.css';

interface VerificationResultProps {
  /** None while it is open. */
  severity?: 'success' | 'error';
  /** In the place of the severity's own. */
  icon?: ReactNode;
  children: ReactNode;
}

/** How something went that the person has not pressed a button for. Announced when it changes. */
export function VerificationResult({ severity, icon, children }: VerificationResultProps) {
  return (
    <div className={styles.outcome} data-severity={severity} role="status">
      {icon ?? <Icon name={severity === 'error' ? 'warning' : 'check'} size={28} />}
      <p>{children}</p>
    </div>
  );
}
