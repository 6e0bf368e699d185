import { useSearch } from '../kit/useSearch.ts';
import type { RunFilter } from './api.ts';

/** The filter in the URL, which can be sent to a colleague. With a month, it is the calendar. */
export function useRunFilter() {
  const [search, setSearch] = useSearch();
  const month = search.get('month') ?? '';
  const filter: RunFilter = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? { month }
    : { state: search.get('state') === 'over' ? 'over' : 'coming' };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the runs and back. */
    search: search.size > 0 ? `?${search}` : '',
    setFilter: (next: RunFilter) => {
      setSearch(next);
    },
  };
}
