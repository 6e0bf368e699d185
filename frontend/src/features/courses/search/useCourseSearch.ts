import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

export interface CourseSearch {
  /** The query of the URL, or the one that replaces it soon. */
  query: string;
  criteria: Criteria;
  isActive: boolean;
  change: (changed: Partial<Criteria>) => void;
  /** How many courses were found, in words, for the live region. */
  result: string;
  setResult: (result: string) => void;
}

interface Unwritten {
  query: string;
  /** The URL that gets it. */
  url: string;
}

/** Browsers limit the changes of the URL: Safari before 17 allows 100 in 30 seconds. */
const WRITE_INTERVAL_MS = 400;

const currentUrl = () => window.location.pathname + window.location.search;

const neverChanges = () => () => undefined;

/**
 * What the user looks for. The URL holds it, for *Back*, reloads and links. The router is not told of a change: a
 * navigation would move the focus to the heading. It renders this again after its own navigations.
 */
export function useCourseSearch(): CourseSearch {
  useLocation();
  const [result, setResult] = useState('');
  const [unwritten, setUnwritten] = useState<Unwritten>();
  const lastWrite = useRef(0);
  // The prerendered page has no criteria.
  const query = useSyncExternalStore(
    neverChanges,
    () => (unwritten?.url === currentUrl() ? unwritten.query : window.location.search),
    () => '',
  );
  const criteria = readCriteria(query);

  useEffect(() => {
    if (!unwritten) {
      return;
    }
    const write = () => {
      lastWrite.current = Date.now();
      // The router changes the URL before it renders another screen.
      if (unwritten.url === currentUrl()) {
        try {
          const url = window.location.pathname + unwritten.query;
          window.history.replaceState(window.history.state, '', url);
        } catch {
          // The limit is reached. The next change writes again.
          return;
        }
      }
      setUnwritten(undefined);
    };
    const timer = setTimeout(write, lastWrite.current + WRITE_INTERVAL_MS - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [unwritten]);

  return {
    query,
    criteria,
    isActive: writeCriteria('', criteria) !== '',
    change: (changed) => {
      setUnwritten({
        query: writeCriteria(window.location.search, { ...criteria, ...changed }),
        url: currentUrl(),
      });
    },
    result,
    setResult,
  };
}

/** What the user looks for, as the URL has it. An empty value means any. */
export type Criteria = Record<(typeof criteriaNames)[number], string>;

export const criteriaNames = ['q', 'group', 'level', 'language', 'start', 'sort'] as const;

export function readCriteria(search: string): Criteria {
  const query = new URLSearchParams(search);
  return Object.fromEntries(criteriaNames.map((name) => [name, query.get(name) ?? ''])) as Criteria;
}

/** The query of a URL with these criteria. Other parameters stay. */
export function writeCriteria(search: string, criteria: Criteria): string {
  const query = new URLSearchParams(search);
  for (const name of criteriaNames) {
    query.delete(name);
    if (criteria[name]) {
      query.set(name, criteria[name]);
    }
  }
  const written = query.toString();
  return written && `?${written}`;
}
