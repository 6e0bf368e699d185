import type { ReactNode } from 'react';
import { classNames } from '#lib/classNames.ts';
import { Field } from './TextField.tsx';
import styles from './TextField.module.css';

interface ReadOnlyFieldProps {
  label: string;
  name: string;
  value: string;
  hint?: ReactNode;
  /** As in `TextField`. */
  ltr?: boolean;
}

/** A value among the fields that cannot be changed here. It wraps, so that narrow screens show all of it. */
export function ReadOnlyField({ label, name, value, hint, ltr = false }: ReadOnlyFieldProps) {
  return (
    <Field hint={hint} label={label}>
      {(control) => (
        <div className={classNames(styles.box, styles.wrapping)} data-value={value}>
          <textarea
            {...control}
            className={styles.input}
            dir={ltr ? 'ltr' : 'auto'}
            name={name}
            readOnly
            rows={1}
            value={value}
          />
        </div>
      )}
    </Field>
  );
}
