import { type ComponentProps, type ReactNode, useId } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { ApiError } from '#lib/apiError.ts';
import { classNames } from '#lib/classNames.ts';
import type { Elements } from '../elements.ts';
import { Icon } from '../Icon.tsx';
import styles from './TextField.module.css';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'min' | 'max' | 'placeholder'
>;

export interface TextFieldProps<Values extends FieldValues> extends InputProps {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  label: string;
  hint?: ReactNode;
  optional?: string;
  /** Texts for error codes that have another one in this field. */
  errorTexts?: Readonly<Record<string, string>>;
  /** For values that are left-to-right in every language: email addresses, phone numbers, codes, passwords. */
  ltr?: boolean;
  /** Rendered inside the field, at its end. */
  end?: Elements;
  onValueChange?: () => void;
}

/** A single-line text field with label, hint and error. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { control, name, label, hint, optional, errorTexts = {}, ltr = false, ...rest } = props;
  const { end, onValueChange, ...input } = rest;
  const { field, fieldState } = useController({ control, name });
  const fieldErrorMessage = useFieldErrorMessage();
  const code = fieldState.error?.message;
  return (
    <Field
      error={(code && errorTexts[code]) ?? fieldErrorMessage(code)}
      hint={hint}
      label={label}
      optional={optional}
    >
      {(controlProps) => (
        <div className={styles.box}>
          <input
            {...controlProps}
            {...input}
            aria-required={!optional}
            className={styles.input}
            name={name}
            onBlur={() => {
              // An empty field shows its error when the form is submitted.
              if (field.value !== '') {
                field.onBlur();
              }
            }}
            onChange={(event) => {
              field.onChange(event);
              onValueChange?.();
            }}
            ref={field.ref}
            value={field.value}
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

/** Translates the code of a field's error. */
export function useFieldErrorMessage(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('errors');
  const errorMessage = useErrorMessage();
  return (code) => code && errorMessage(new ApiError({ code, status: 400 }), t('default_error'));
}

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

interface TextAreaProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  label: string;
  maxLength: number;
  rows: number;
}

/** A field for a text of several lines. */
export function TextArea<Values extends FieldValues>(props: TextAreaProps<Values>) {
  const { control, name, label, ...area } = props;
  const { field, fieldState } = useController({ control, name });
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <Field error={fieldErrorMessage(fieldState.error?.message)} label={label}>
      {(controlProps) => (
        <div className={styles.box}>
          <textarea
            {...controlProps}
            {...area}
            {...field}
            aria-required
            className={styles.input}
            // The text may be in another script than the page.
            dir="auto"
          />
        </div>
      )}
    </Field>
  );
}
