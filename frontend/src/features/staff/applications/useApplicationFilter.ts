import { useSearch } from '../kit/useSearch.ts';
import type { ApplicationFilter, ApplicationStatus } from './api.ts';

export const applicationStates: readonly ApplicationStatus[] = ['pending', 'approved', 'declined'];

/** The filter in the URL, which can be sent to a colleague. */
export function useApplicationFilter() {
  const [search, setSearch] = useSearch();
  const filter: ApplicationFilter = {
    state: applicationStates.find((known) => known === search.get('state')) ?? 'pending',
    course: search.get('course') ?? undefined,
  };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the applications. */
    search: search.size > 0 ? `?${search}` : '',
    /** Changes one part, which an empty value removes. */
    setFilter: (change: { state?: string; course?: string }) => {
      const changed = Object.entries({ ...Object.fromEntries(search), ...change });
      setSearch(Object.fromEntries(changed.filter(([, value]) => value)));
    },
  };
}
