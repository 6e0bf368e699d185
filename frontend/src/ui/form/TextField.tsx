import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';
import styles from './TextField.module.css';
import type { FieldProps } from './useForm.ts';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'min' | 'max' | 'placeholder'
>;

export interface TextFieldProps extends FieldProps, InputProps {
  label: string;
  hint?: ReactNode;
  optional?: string;
  /** For values that are left-to-right in every language: email addresses, phone numbers, codes, passwords. */
  ltr?: boolean;
  /** Rendered inside the field, at its end. */
  end?: ReactNode;
}

/** A single-line text field with label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, hint, optional, error, ltr = false, end, onValueChange, ...input } = props;
  return (
    <Field error={error} hint={hint} label={label} optional={optional}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...control}
            {...input}
            aria-required={!optional}
            className={styles.input}
            onChange={(event) => {
              onValueChange(event.target.value);
            }}
            // A name or a postal address may be in another script than the page.
            dir={ltr ? 'ltr' : 'auto'}
            {...(ltr && { autoCapitalize: 'none', spellCheck: false })}
          />
          {end}
        </div>
      )}
    </Field>
  );
}
