import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onTokenRefused, useToken } from '../api/token.ts';
import { dropOthers } from './currentUser.ts';

/**
 * Keeps nothing of a person who is not signed in any more, wherever that happened: here, in another tab, or because the
 * server refused the token, which the caller is told with the code.
 */
export function useSessionUpkeep(onRefused: (code: string) => void): void {
  const queryClient = useQueryClient();
  const token = useToken();
  const tell = useEffectEvent(onRefused);

  useEffect(() => {
    dropOthers(queryClient, token);
  }, [queryClient, token]);

  useEffect(
    () =>
      onTokenRefused((code) => {
        tell(code);
      }),
    [],
  );
}
