import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Form } from './useForm.ts';

/** An invalid control. ARIA has no invalid state for a group, so groups use a data attribute. */
const INVALID = '[aria-invalid="true"], [data-invalid]';

/** Focuses the first invalid control in the form's element when a submission finds some, here or on the server. */
export function useFirstErrorFocus<Values extends FieldValues>(
  form: Form<Values>,
  element: RefObject<HTMLFormElement | null>,
): void {
  const { errors, submitCount } = form.formState;
  const focusFirstError = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) {
      element.current?.querySelector<HTMLElement>(INVALID)?.focus();
    }
  });
  // With the error, so that nobody sees it without the focus.
  useLayoutEffect(() => {
    focusFirstError();
  }, [submitCount, form.serverRefusals]);
}
