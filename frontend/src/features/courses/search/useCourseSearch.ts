import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { readCriteria, writeCriteria, type Criteria } from './criteria.ts';

export interface CourseSearch {
  /** The query of the URL. */
  query: string;
  criteria: Criteria;
  isActive: boolean;
  change: (changed: Partial<Criteria>) => void;
  /** How many courses were found, in words, for the live region. */
  result: string;
  setResult: (result: string) => void;
}

const CHANGED = 'coursesearch';

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
  };
}

/**
 * What the user looks for. The URL holds it, for *Back*, reloads and links. The router is not told of a change: a
 * navigation would move the focus to the heading. It renders this again after its own navigations.
 */
export function useCourseSearch(): CourseSearch {
  useLocation();
  const [result, setResult] = useState('');
  // The prerendered page has no criteria.
  const query = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
  const criteria = readCriteria(query);
  return {
    query,
    criteria,
    isActive: writeCriteria('', criteria) !== '',
    change: (changed) => {
      const search = writeCriteria(window.location.search, { ...criteria, ...changed });
      window.history.replaceState(window.history.state, '', window.location.pathname + search);
      window.dispatchEvent(new Event(CHANGED));
    },
    result,
    setResult,
  };
}
