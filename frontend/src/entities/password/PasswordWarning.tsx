import { useEffect, useState } from 'react';
import { useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type PasswordRefusal, predictRefusal, type PasswordOwner } from './passwordRefusal.ts';
import { validatePasswordLength } from './passwordRules.ts';
import styles from './PasswordWarning.module.css';

export interface PasswordWarningProps {
  password: string;
  owner: PasswordOwner;
  /** The error code that the field shows. Its text is not repeated. */
  shownError: string | undefined;
}

/** Warns that the server would refuse a known or a personal password. */
export function PasswordWarning({ password, owner, shownError }: PasswordWarningProps) {
  const refusal = usePredictedRefusal(password, owner.fullname, owner.email);
  return refusal && refusal !== shownError && <RefusalText refusal={refusal} />;
}

/** The text that the server's refusal of a password would have. */
export function RefusalText({ refusal }: { refusal: PasswordRefusal }) {
  const fieldErrorMessage = useFieldErrorMessage();
  return (
    <p className={styles.warning}>
      <Icon className={styles.icon} name="warning" size={16} />
      <span>{fieldErrorMessage(refusal)}</span>
    </p>
  );
}

/** In milliseconds. Fewer checks while typing mean fewer requests that reveal something about the password. */
const PAUSE = 500;

/** Why the server would refuse the password, once the user pauses. Undefined while it is unknown. */
export function usePredictedRefusal(
  password: string,
  fullname: string,
  email: string,
): PasswordRefusal | undefined {
  const [checked, setChecked] = useState<{ password: string; refusal?: PasswordRefusal }>();

  useEffect(() => {
    // A password of a wrong length has another error, which is shown already.
    if (validatePasswordLength(password)) {
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void predictRefusal(password, { fullname, email }).then((refusal) => {
        if (isCurrent) {
          setChecked({ password, ...(refusal && { refusal }) });
        }
      });
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, fullname, email]);

  return checked?.password === password ? checked.refusal : undefined;
}
