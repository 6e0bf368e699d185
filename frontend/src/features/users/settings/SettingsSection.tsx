import type { FieldValues } from 'react-hook-form';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { useRetainFocus } from '#ui/focus.ts';
import { Form } from '#ui/form/Form.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import type { TextFieldProps } from '#ui/form/TextField.tsx';
import { useForm, type Form as FormState } from '#ui/form/useForm.ts';
import styles from './SettingsSection.module.css';

interface SettingsSectionProps {
  title: string;
  /** The current state, shown with the form and without it. */
  summary?: Elements;
  /** The label of the button that opens the form. Undefined when the form cannot be opened now. */
  openLabel: string | undefined;
  /** Changes when the buttons of the summary change. */
  summaryState?: string | undefined;
  /** The form. It is mounted while it is open, so that nothing that was typed remains. */
  renderForm: (close: () => void) => Elements;
}

/**
 * A part of the settings with a form that opens in place. When the form closes, the focus returns to the button, or to the
 * section without one.
 */
export function SettingsSection({
  title,
  summary,
  openLabel,
  summaryState,
  renderForm,
}: SettingsSectionProps) {
  /** Identifies the open form: a late response to an earlier one does not close it. */
  const [openForm, setOpenForm] = useState<symbol>();
  const id = useId();
  const retainFocus = useRetainFocus<HTMLElement>([openLabel, summaryState].join());
  const section = retainFocus.ref;
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpenForm((current) => (current === openForm ? undefined : current));
  };
  const returnFocus = useEffectEvent(() => {
    // Unless another element has taken the focus.
    if (document.activeElement === document.body) {
      (button.current ?? section.current)?.focus();
    }
  });
  useEffect(() => {
    if (openForm) {
      return returnFocus;
    }
    return undefined;
  }, [openForm]);
  return (
    <section aria-labelledby={id} className={styles.section} tabIndex={-1} {...retainFocus}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {summary}
      {openForm
        ? renderForm(close)
        : openLabel !== undefined && (
            <Button
              variant="outlined"
              onClick={() => {
                setOpenForm(Symbol());
              }}
              ref={button}
            >
              {openLabel}
            </Button>
          )}
    </section>
  );
}

interface SettingsFormProps<Values extends FieldValues> {
  form: FormState<Values>;
  failureFallback: string;
  intro?: string;
  submitLabel: string;
  onClose: () => void;
  /** Stands below the buttons. */
  link?: Elements;
  children: Elements;
}

/** The form of a section, with buttons to submit and to cancel. */
export function SettingsForm<Values extends FieldValues>(props: SettingsFormProps<Values>) {
  const { form, failureFallback, intro, submitLabel, onClose, link, children } = props;
  const { t } = useTranslation('settings');
  return (
    <Form failureFallback={failureFallback} form={form} takesFocus>
      {intro && <p>{intro}</p>}
      {children}
      <div className={styles.actions}>
        <Button busy={form.formState.isSubmitting} type="submit">
          {submitLabel}
        </Button>
        <Button onClick={onClose} variant="outlined">
          {t('settings.cancel')}
        </Button>
      </div>
      {link}
    </Form>
  );
}

interface PasswordFormProps extends Pick<
  SettingsFormProps<FieldValues>,
  'intro' | 'submitLabel' | 'onClose'
> {
  failureFallback: (failure: unknown) => string;
  submit: (password: string) => Promise<void>;
}

/** A form that asks for the password only. */
export function PasswordForm({ failureFallback, submit, ...rest }: PasswordFormProps) {
  const form = useForm({
    defaultValues: { password: '' },
    validate: ({ password }) => ({ password: requirePassword(password) }),
    submit: ({ password }) => submit(password).catch(rethrowAtField('password')),
  });
  return (
    <SettingsForm {...rest} failureFallback={failureFallback(form.failure)} form={form}>
      <CurrentPasswordField control={form.control} name="password" />
    </SettingsForm>
  );
}

export const requirePassword = (password: string) =>
  password === '' ? 'missing_password' : undefined;

type CurrentPasswordFieldProps<Values extends FieldValues> = Pick<
  TextFieldProps<Values>,
  'control' | 'name'
>;

export function CurrentPasswordField<Values extends FieldValues>(
  props: CurrentPasswordFieldProps<Values>,
) {
  const { t } = useTranslation('signIn');
  return (
    <PasswordField {...props} autoComplete="current-password" label={t('fields.currentPassword')} />
  );
}

/** Returns a handler that throws a failure again. The field of the current password gets that of an incorrect one. */
export function rethrowAtField(field: string): (failure: unknown) => never {
  return (failure) => {
    if (failure instanceof ApiError && failure.code === 'incorrect_password') {
      const { code, status } = failure;
      throw new ApiError({ code, status, fields: { [field]: code } });
    }
    throw failure;
  };
}

const MINUTE_S = 60;

/** Each unit, and how many of it make one of the next. */
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
];

/** How long ago a time is, in words: `now`, `5 minutes ago`, `yesterday`. A time in the future counts as now. */
export function relativeTime(
  time: string,
  now: number,
  { dates }: Pick<Language, 'dates'>,
): string {
  const format = intlFormat('RelativeTimeFormat', dates, { numeric: 'auto' });
  let count = Math.floor((now - Date.parse(time)) / 1000 / MINUTE_S);
  if (count < 1) {
    return format.format(0, 'second');
  }
  for (const [unit, ofNext] of units) {
    if (count < ofNext) {
      return format.format(-count, unit);
    }
    count = Math.floor(count / ofNext);
  }
  return format.format(-count, 'year');
}
