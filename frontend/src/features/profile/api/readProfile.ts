import { useQuery } from '@tanstack/react-query';
import { useToken } from '../../../api/token.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { getMe, PERSON_KEY } from '../../../session/currentUser.ts';

/** The profile as it is when the screen opens: never one from before, and never another one under somebody's hands. */
export function useFreshProfile() {
  const lang = useLanguage().code;
  return useQuery({
    queryKey: [PERSON_KEY, useToken(), 'profile'],
    queryFn: ({ signal }) => getMe(lang, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
}
