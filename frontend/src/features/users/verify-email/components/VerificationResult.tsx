import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import styles from './Verification.module.css';
import type { Elements } from '#ui/elements.ts';

interface VerificationResultProps {
  /** Undefined while the result is pending. */
  severity?: 'success' | 'error';
  /** Replaces the icon of the severity. */
  icon?: Elements;
  /** Without a text, there is no result yet. */
  children: ReactNode;
}

/** The result of an action. Screen readers announce its changes. */
export function VerificationResult({ severity, icon, children }: VerificationResultProps) {
  return (
    <div className={styles.region} role="status">
      {children && (
        <div className={styles.result} data-severity={severity}>
          {icon ?? <Icon name={severity === 'error' ? 'warning' : 'check'} size={28} />}
          <p>{children}</p>
        </div>
      )}
    </div>
  );
}
