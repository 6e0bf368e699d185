import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { loadCountries } from './country.ts';

/** The country table, loaded once per visit. */
export function useCountries() {
  return useQuery(
    { queryKey: ['countries'], queryFn: loadCountries, staleTime: Infinity },
    queryClient,
  );
}
