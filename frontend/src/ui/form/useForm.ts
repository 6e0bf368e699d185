import { useRef, useState, type PointerEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isSameValue } from '#lib/isSameValue.ts';

/** The code of what is wrong with a field, from the list that server and web app share; none when nothing is. */
export type FieldErrorCode = string | undefined;

type Codes<Values> = Partial<Record<keyof Values & string, FieldErrorCode>>;

interface FormOptions<Values> {
  initial: Values;
  /** What is in the form already, where that is something else. */
  restored?: Values | undefined;
  /** What is wrong with the values, by field. The server has the last word: this is to save the way to it. */
  validate: (values: Values) => Codes<Values>;
  /** Sends the values. What it throws is shown: at the fields that the server names, else above the form. */
  submit: (values: Values) => Promise<void> | void;
}

/** What a text field takes. */
export interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onValueChange: (value: string) => void;
  onBlur: () => void;
}

interface Rebase<Values> {
  sent: Values;
  /** What takes their place. */
  values: Values;
  /** What the server has, where that is something else. */
  initial?: Values;
}

export interface Form<Values> {
  values: Values;
  isDirty: boolean;
  isSubmitting: boolean;
  /** What the last attempt to send failed with, when it is not the fault of a field. */
  failure: unknown;
  /** Counts the attempts that ended at a faulty field; each moves the focus there. */
  invalidSubmits: number;
  /** Everything that a text field needs to be this one. */
  field: (name: TextNames<Values>) => FieldProps;
  /** What is wrong with a field, in words. */
  error: (name: keyof Values & string) => string | undefined;
  setValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Shows what is wrong with a field that the person has left. */
  touch: (name: keyof Values & string) => void;
  /** Shows why these values were refused when something else than `submit` sent them; with nothing, nothing more. */
  setFailure: (failure: unknown) => void;
  /** Begins again with these values; nothing is wrong with them yet. */
  reset: (values: Values) => void;
  /** Goes on from what became of the values that were sent. A field that was changed since stays as it is. */
  rebase: (base: Rebase<Values>) => void;
  /** Sends in another way than `submit`: what fails is shown all the same. */
  send: (work: () => Promise<void> | void) => Promise<void>;
  onPointerDown: (event: PointerEvent<HTMLFormElement>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

type TextNames<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

interface State<Values> {
  values: Values;
  initial: Values;
  touched: ReadonlySet<string>;
  /** What the server found, until the field is changed. */
  refused: Readonly<Record<string, string>>;
  failure: unknown;
  isSubmitting: boolean;
  invalidSubmits: number;
}

const begin = <Values>(initial: Values, values = initial): State<Values> => ({
  values,
  initial,
  touched: new Set(),
  refused: {},
  failure: undefined,
  isSubmitting: false,
  invalidSubmits: 0,
});

/**
 * The state of a form. A field's fault is shown once the person has left it with something in it or has tried to send,
 * and then follows what is typed.
 *
 * Our own, because the first download of the login has no room for a form library beside React, router and queries.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const [state, setState] = useState(() => begin(options.initial, options.restored));
  /** The button that sends is being pressed: one more message would move it away from under the pointer. */
  const isPressed = useRef(false);
  const { t } = useTranslation('errors');
  const errorMessage = useErrorMessage();
  const { values, initial, touched, refused, invalidSubmits } = state;
  const codes = options.validate(values);

  const change = (part: Partial<State<Values>>) => {
    setState((current) => ({ ...current, ...part }));
  };

  const setValue: Form<Values>['setValue'] = (name, value) => {
    setState((current) => ({
      ...current,
      values: { ...current.values, [name]: value },
      refused: without(current.refused, name),
    }));
  };

  const touch = (name: string) => {
    setState((current) => ({ ...current, touched: new Set([...current.touched, name]) }));
  };

  const error: Form<Values>['error'] = (name) => {
    const code = refused[name] ?? (touched.has(name) ? codes[name] : undefined);
    return code && errorMessage(new ApiError({ code, status: 400 }), t('default_error'));
  };

  const setFailure = (cause: unknown) => {
    const fields = cause instanceof ApiError ? cause.fields : {};
    const isShown = Object.keys(fields).some((name) => name in values);
    setState((current) => ({
      ...current,
      isSubmitting: false,
      ...(isShown
        ? { refused: fields, invalidSubmits: current.invalidSubmits + 1 }
        : { failure: cause }),
    }));
  };

  const send: Form<Values>['send'] = async (work) => {
    change({ isSubmitting: true, failure: undefined });
    try {
      await work();
      change({ isSubmitting: false });
    } catch (cause) {
      setFailure(cause);
    }
  };

  return {
    values,
    isDirty: Object.keys(values).some((name) => !isSame(values, initial, name)),
    isSubmitting: state.isSubmitting,
    failure: state.failure,
    invalidSubmits,
    error,
    setValue,
    touch,
    field: (name) => ({
      name,
      value: values[name] as string,
      error: error(name),
      onValueChange: (value) => {
        setValue(name, value as Values[typeof name]);
      },
      onBlur: () => {
        if (values[name] !== '' && !isPressed.current) {
          touch(name);
        }
        isPressed.current = false;
      },
    }),
    setFailure,
    reset: (next) => {
      setState(begin(next));
    },
    rebase: ({ sent, values: next, initial: base = next }) => {
      setState((current) => ({
        ...current,
        initial: base,
        values: withChanges(next, sent, current.values),
        refused: {},
        failure: undefined,
      }));
    },
    send,
    onPointerDown: ({ target }) => {
      isPressed.current = (target as Element).closest('[type="submit"]') !== null;
    },
    onSubmit: (event) => {
      event.preventDefault();
      isPressed.current = false;
      if (state.isSubmitting) {
        return;
      }
      if (Object.values(codes).some((code) => code !== undefined)) {
        change({ touched: new Set(Object.keys(values)), invalidSubmits: invalidSubmits + 1 });
        return;
      }
      void send(() => options.submit(values));
    },
  };
}

function without(record: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** The values, with what was changed between the two others. */
function withChanges<Values extends object>(values: Values, from: Values, to: Values): Values {
  const changes = Object.entries(to).filter(([name]) => !isSame(from, to, name));
  return { ...values, ...Object.fromEntries(changes) };
}

function isSame<Values extends object>(a: Values, b: Values, name: string): boolean {
  return isSameValue(a[name as keyof Values], b[name as keyof Values]);
}
