import {
  useEffect,
  useEffectEvent,
  useRef,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { FormProvider, type FieldValues, type Path, type PathValue } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { whenReleased } from '#lib/moments.ts';
import { useIsHydrated } from '../browserState.ts';
import { FormError } from './FormError.tsx';
import styles from './Form.module.css';
import { useFirstErrorFocus, type Form as FormState } from './useForm.ts';

interface FormProps<Values extends FieldValues> {
  form: FormState<Values>;
  /** The message of a failure that has neither a translation nor a message of the server. */
  failureFallback?: string;
  /** The id of the failure's element, for fields that it describes. */
  failureId?: string;
  /** A snackbar announces failures: the form only shows them. */
  isAnnouncedElsewhere?: boolean;
  /** Focuses the first field on mount. For steps after the first: the button that led to them is gone, and the focus with it. */
  takesFocus?: boolean;
  children: ReactNode;
}

/**
 * A `<form>` with the state of `useForm`. When a submission finds invalid fields, here or on the server, it focuses the first
 * one. The app's own messages replace the browser's, which are in the browser's language.
 *
 * On a prerendered page the fields are disabled until hydration. Entries would be lost, and a browser that submits the
 * form itself would put the password into the URL. Without JavaScript they stay disabled, and the form says why.
 */
export function Form<Values extends FieldValues>({
  form,
  failureFallback,
  failureId,
  isAnnouncedElsewhere = false,
  takesFocus = false,
  children,
}: FormProps<Values>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(form, element);
  const isHydrated = useIsHydrated();
  /** The submit button is pressed. Until the press ends, no error appears: it would move the button from under the pointer. */
  const isPressed = useRef(false);

  const onPointerDown = ({ target }: PointerEvent) => {
    isPressed.current = (target as Element).closest('[type="submit"]') !== null;
  };
  const onBlurCapture = (event: FocusEvent) => {
    if (isPressed.current) {
      event.stopPropagation();
    }
    isPressed.current = false;
  };

  useEffect(() => {
    if (takesFocus) {
      element.current?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus();
    }
  }, [takesFocus]);

  // What was typed into a prerendered page. React keeps it in the field until the field is rendered again.
  const adoptTyped = useEffectEvent(() => {
    const values = form.getValues();
    const typed = typedInto(element.current).filter(([name]) => name in values);
    whenReleased(() => {
      for (const [name, value] of typed) {
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
      }
    });
  });
  useEffect(() => {
    adoptTyped();
  }, []);

  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        onBlurCapture={onBlurCapture}
        onPointerDown={onPointerDown}
        onSubmit={(event) => {
          isPressed.current = false;
          form.onSubmit(event);
        }}
        ref={element}
      >
        <FormError
          failure={form.failure}
          fallback={failureFallback}
          id={failureId}
          isAnnouncedElsewhere={isAnnouncedElsewhere}
          keepsEntries
        />
        <noscript>{t('form.needsJavaScript')}</noscript>
        <fieldset className={styles.fields} disabled={!isHydrated}>
          {children}
        </fieldset>
      </form>
    </FormProvider>
  );
}

/** The values of fields that differ from what they were rendered with, by their names. */
function typedInto(form: HTMLFormElement | null): [name: string, value: string | boolean][] {
  return [...(form?.querySelectorAll('input') ?? [])].flatMap((field) => {
    const [value, rendered] =
      field.type === 'checkbox'
        ? [field.checked, field.defaultChecked]
        : [field.value, field.defaultValue];
    return value === rendered ? [] : [[field.name, value]];
  });
}
