import { useWatch, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import type { PasswordWarningProps } from './PasswordWarning.tsx';

const PasswordWarning = lazyComponent(
  async () => (await import('./PasswordWarning.tsx')).PasswordWarning,
  { translations: ['errors'], Failed: NoNotice },
);

interface NewPasswordHintProps<Values extends FieldValues> extends Omit<
  PasswordWarningProps,
  'password'
> {
  control: Control<Values>;
  /** The field of the password. */
  name: FieldPathByValue<Values, string>;
  /** The rules for the password. */
  children: string;
}

/** The hint of a field for a new password. The warning is loaded with the first character. */
export function NewPasswordHint<Values extends FieldValues>({
  control,
  name,
  children,
  ...warning
}: NewPasswordHintProps<Values>) {
  const password: string = useWatch({ control, name });
  return (
    <>
      <p>{children}</p>
      <div role="status">{password && <PasswordWarning password={password} {...warning} />}</div>
    </>
  );
}
