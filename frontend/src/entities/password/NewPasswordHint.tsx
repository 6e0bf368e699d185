import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import type { PasswordWarningProps } from './PasswordWarning.tsx';

const PasswordWarning = lazyComponent(
  async () => (await import('./PasswordWarning.tsx')).PasswordWarning,
  { translations: ['errors'], Failed: NoNotice },
);

interface NewPasswordHintProps extends PasswordWarningProps {
  /** The rules for the password. */
  children: string;
}

/** The hint of a field for a new password. The warning is loaded with the first character. */
export function NewPasswordHint({ children, ...warning }: NewPasswordHintProps) {
  return (
    <>
      <p>{children}</p>
      <div role="status">{warning.password && <PasswordWarning {...warning} />}</div>
    </>
  );
}
