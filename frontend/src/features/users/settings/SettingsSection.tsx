import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { useRetainFocus } from '#ui/focus.ts';
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
  children: (close: () => void) => Elements;
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
  children,
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
        ? children(close)
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

interface FormActionsProps {
  isSubmitting: boolean;
  submitLabel: string;
  onCancel: () => void;
}

/** The buttons of a form in the settings, to submit and to cancel. */
export function FormActions({ isSubmitting, submitLabel, onCancel }: FormActionsProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.actions}>
      <Button busy={isSubmitting} type="submit">
        {submitLabel}
      </Button>
      <Button onClick={onCancel} variant="outlined">
        {t('settings.cancel')}
      </Button>
    </div>
  );
}

/** Returns a handler that throws a failure again. One with that error code gets the field that it is about. */
export function rethrowAtField(code: string, field: string): (failure: unknown) => never {
  return (failure) => {
    if (failure instanceof ApiError && failure.code === code) {
      throw new ApiError({ code, status: failure.status, fields: { [field]: code } });
    }
    throw failure;
  };
}
