import { useId, type ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Field.module.css';

/** What ties a control to its words, for assistive technology. */
interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** What helps to fill it in, before anything is wrong. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Says that the field may stay empty. All others may not. */
  optional?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** The words around a control: label above, hint and error below. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {error && (
        <p className={styles.error} id={errorId}>
          <Icon className={styles.icon} name="warning" size={16} />
          {error}
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
