import { useQuery } from '@tanstack/react-query';
import { loadCountries } from './country.ts';

/** The country table, once per visit. */
export function useCountries() {
  return useQuery({ queryKey: ['countries'], queryFn: loadCountries, staleTime: Infinity });
}
