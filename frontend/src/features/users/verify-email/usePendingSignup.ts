import { useState } from 'react';
import { pendingSignup, type PendingSignup } from '#entities/session/pendingSignup.ts';

/** The last sign-up of this tab, and a function that stores what changes of it. */
export function usePendingSignup() {
  const [signup, setSignup] = useState(() => pendingSignup.read());
  const update = (changed: PendingSignup) => {
    pendingSignup.write(changed);
    setSignup(changed);
  };
  return [signup, update] as const;
}
