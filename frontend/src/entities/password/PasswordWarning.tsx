import type { PasswordOwner } from './personalWords.ts';
import { RefusalText } from './RefusalText.tsx';
import { usePredictedRefusal } from './usePredictedRefusal.ts';

export interface PasswordWarningProps {
  password: string;
  owner: PasswordOwner;
  /** The error code that the field shows. Its text is not repeated. */
  shownError: string | undefined;
}

/** Says that the server would refuse a password that is known, or that rests on words of the user. */
export function PasswordWarning({ password, owner, shownError }: PasswordWarningProps) {
  const refusal = usePredictedRefusal(password, owner.fullname, owner.email);
  return refusal && refusal !== shownError && <RefusalText refusal={refusal} />;
}
