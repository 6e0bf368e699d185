import { useId, type ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Field.module.css';
import type { Elements } from '../elements.ts';

/** Connects a control to its label, hint and error, for assistive technology. */
interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** Helps to fill in the field. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the field as optional. All others are required. */
  optional?: string | undefined;
  children: (control: ControlProps) => Elements;
}

/** The texts around a control: label above, error and hint below. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {optional && <span className={styles.optional}>{` ${optional}`}</span>}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {error && (
        <p className={styles.error} id={errorId}>
          <Icon className={styles.icon} name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}
