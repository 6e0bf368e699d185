import {
  useEffect,
  useEffectEvent,
  useRef,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { useIsHydrated } from '../useIsHydrated.ts';
import { FormError } from './FormError.tsx';
import styles from './Form.module.css';
import type { Form as FormState } from './useForm.ts';

interface FormProps<Values extends FieldValues> {
  form: FormState<Values>;
  /** What is said of a failure for which neither translation nor server has words. */
  failureFallback?: string;
  /** For fields that are described by the failure. */
  failureId?: string;
  /** A snackbar announces failures: here they are only kept in sight. */
  isAnnouncedElsewhere?: boolean;
  /** For a step after the first: where the button that led to it was, nothing has the focus any more. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** A control with a fault. A group of them cannot have one in ARIA. */
const FAULTY = '[aria-invalid="true"], [data-invalid]';

/**
 * A `<form>` with its state: an attempt to send it that ends at a faulty field moves the focus there. The app's own
 * messages stand at the fields, in the app's language, not the browser's.
 *
 * On a prerendered page it takes no entries until the app is there: they would be lost, and a browser that sends a form by
 * itself puts the password into the address.
 */
export function Form<Values extends FieldValues>({
  form,
  failureFallback,
  failureId,
  isAnnouncedElsewhere = false,
  takesFocus = false,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const isHydrated = useIsHydrated();
  /** The submit button is pressed: another message would move it away from the pointer. */
  const isPressed = useRef(false);
  const { submitCount } = form.formState;

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
      element.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
    }
  }, [takesFocus]);

  const focusFirstError = useEffectEvent(() => {
    if (Object.keys(form.formState.errors).length > 0) {
      element.current?.querySelector<HTMLElement>(FAULTY)?.focus();
    }
  });
  useEffect(() => {
    focusFirstError();
  }, [submitCount, form.serverRefusals]);

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
        <fieldset className={styles.fields} disabled={!isHydrated}>
          {children}
        </fieldset>
      </form>
    </FormProvider>
  );
}
