import type { PlaceFilter } from './api.ts';
import { useSearch } from '../kit/useSearch.ts';

/** What places wait for: staff, a payment, or a refund. */
export const waitingStates = ['requested', 'waiting', 'offered', 'refund'] as const;

/** The filter in the URL, which can be sent to a colleague. */
export function usePlaceFilter() {
  const [search, setSearch] = useSearch();
  const asked = search.get('state');
  const q = search.get('q');
  const course = search.get('course');
  const run = search.get('run');
  const state = waitingStates.find((known) => known === asked);
  const filter: PlaceFilter = q
    ? { q }
    : course && run
      ? { course, run }
      : { state: state ?? 'requested' };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the places. */
    search: search.size > 0 ? `?${search}` : '',
    setFilter: (next: PlaceFilter) => {
      setSearch(next);
    },
  };
}
