import {
  useEffect,
  useRef,
  useState,
  type SubmitEvent,
  useEffectEvent,
  useLayoutEffect,
  type RefObject,
} from 'react';
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { ApiError } from '#lib/apiError.ts';

/** The code of a field's error, from the list that server and web app share; `undefined` for a valid field. */
export type FieldErrorCode = string | undefined;

type FieldErrorCodes<Values> = Partial<Record<keyof Values & string, FieldErrorCode>>;

interface FormOptions<Values> {
  defaultValues: Values;
  /** The errors of the values. The server validates again. */
  validate: (values: Values) => FieldErrorCodes<Values>;
  /** Sends valid values. The form shows what it throws: at the fields that the server names, otherwise above the fields. */
  submit: (values: Values) => Promise<void> | void;
}

export interface Form<Values extends FieldValues> extends UseFormReturn<Values> {
  /** Why the last submission failed, unless fields show it. */
  failure: unknown;
  /** How many times the server has named invalid fields. */
  serverRefusals: number;
  /** Shows a failure of something else than `submit`; `undefined` removes the one that is shown. */
  setFailure: (failure: unknown) => void;
  /** Validates, then sends in another way than `submit`. */
  submitWith: (send: () => Promise<void> | void) => Promise<void>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** The type of errors that the server found. They stay until their field changes. */
const SERVER = 'server';

/**
 * React Hook Form with this app's rules: a field shows its error after the user has left it or has submitted, and
 * the server's errors appear at their fields.
 */
export function useForm<Values extends FieldValues>({
  defaultValues,
  validate,
  submit,
}: FormOptions<Values>): Form<Values> {
  /** Whether the next validation is that of a submission. */
  const isSubmitted = useRef(false);
  const form = useHookForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    mode: 'onTouched',
    resolver: async (values) => {
      if (isSubmitted.current) {
        isSubmitted.current = false;
        // The busy button is painted first.
        await yieldToBrowser();
      }
      const errors = toFieldErrors(validate(values));
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
    // `Form` focuses the first invalid control of the document, also after the server's response.
    shouldFocusError: false,
  });
  const [failure, setFailure] = useState<unknown>();
  const [serverRefusals, setServerRefusals] = useState(0);
  const { handleSubmit, subscribe, trigger, formState } = form;

  // A rule may read several fields: a change validates the other fields that may show an error as well.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, touchedFields, ...state }) => {
          const errors: FieldErrors = state.errors ?? {};
          const others = Object.keys({ ...touchedFields, ...errors }).filter(
            (other) => other !== name && errors[other]?.type !== SERVER,
          );
          if (type === 'change' && others.length > 0) {
            void trigger(others as FieldPath<Values>[]);
          }
        },
      }),
    [subscribe, trigger],
  );

  const showFailure = (cause: unknown) => {
    const fields = cause instanceof ApiError ? Object.entries(cause.fields) : [];
    const shown = fields.filter(([name]) => name in form.getValues());
    for (const [name, message] of shown) {
      form.setError(name as FieldPath<Values>, { type: SERVER, message });
    }
    if (shown.length > 0) {
      setServerRefusals((count) => count + 1);
    } else {
      setFailure(cause);
    }
  };

  const send = async (work: () => Promise<void> | void) => {
    setFailure(undefined);
    try {
      await work();
    } catch (cause) {
      showFailure(cause);
    }
  };

  return {
    ...form,
    failure,
    serverRefusals,
    setFailure: showFailure,
    submitWith: (work) => handleSubmit(() => send(work))(),
    onSubmit: (event) => {
      event.preventDefault();
      if (!formState.isSubmitting) {
        isSubmitted.current = true;
        void handleSubmit((values) => send(() => submit(values)))();
      }
    },
  };
}

function toFieldErrors<Values extends FieldValues>(
  codes: FieldErrorCodes<Values>,
): FieldErrors<Values> {
  const errors = Object.entries<FieldErrorCode>(codes).flatMap(([name, code]) =>
    code === undefined ? [] : [[name, { type: 'rule', message: code }] as const],
  );
  return Object.fromEntries(errors) as FieldErrors<Values>;
}

/**
 * Lets the browser paint what an input has changed before more work follows. Browsers without `scheduler.yield`, such
 * as Safari, paint it after that work.
 */
async function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await scheduler?.yield?.();
}

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
