import type { PasswordOwner } from './personalWords.ts';
import { RefusalText } from './RefusalText.tsx';
import { usePredictedRefusal } from './usePredictedRefusal.ts';

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
