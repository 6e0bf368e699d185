import { useEffect, useState } from 'react';
import { predictRefusal, type PasswordRefusal } from './passwordRefusal.ts';
import { validatePasswordLength } from './passwordRules.ts';

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
