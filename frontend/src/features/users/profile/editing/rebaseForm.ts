import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSameValue } from '#lib/isSameValue.ts';

interface Rebase<Values> {
  /** What was in the form when it was sent. */
  sent: Values;
  /** What takes its place. */
  values: Values;
  /** What the server has, where that differs from `values`. */
  saved?: Values;
}

/** Continues from what became of the sent values. A field that was changed since then keeps its value. */
export function rebaseForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { sent, values, saved = values }: Rebase<Values>,
): void {
  const changes = Object.entries(form.getValues()).filter(
    ([name, value]) => !isSameValue(value, sent[name]),
  );
  form.reset(saved, { keepTouched: true, keepSubmitCount: true });
  form.reset(
    { ...values, ...Object.fromEntries(changes) },
    { keepDefaultValues: true, keepTouched: true, keepSubmitCount: true },
  );
}
