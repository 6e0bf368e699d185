import Stack from '@mui/material/Stack';
import Skeleton from '@mui/material/Skeleton';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import styles from './PageTitle.module.css';

/** The heading of a page, with what can be done there beside it. */
export function PageTitle({ title, children }: { title: string; children?: Elements }) {
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 2,
        justifyContent: 'space-between',
        marginBlockEnd: 2,
      }}
    >
      <ScreenTitle className={styles.title} documentTitle={title}>
        {title}
      </ScreenTitle>
      {children}
    </Stack>
  );
}

interface QueryStateProps {
  query: Parameters<typeof useQueryFailure>[0];
  /** What could not be loaded. */
  title: string;
}

/** Stands for what a query has not loaded: a skeleton, or why it failed. */
export function QueryState({ query, title }: QueryStateProps) {
  const failure = useQueryFailure(query);
  return failure ? (
    <Notice title={title} {...failure} />
  ) : (
    <Stack aria-busy spacing={1}>
      {[0, 1, 2].map((row) => (
        <Skeleton height={64} key={row} variant="rounded" />
      ))}
    </Stack>
  );
}

interface QueryPageProps<Data> {
  query: { data: Data | undefined } & Parameters<typeof QueryState>[0]['query'];
  title: string;
  /** The page of what was loaded. */
  page: (data: Data) => Elements;
}

/** A page of one query: until it has loaded, the heading and the state of the query. */
export function QueryPage<Data>({ query, title, page }: QueryPageProps<Data>) {
  return query.data === undefined ? (
    <>
      <PageTitle title={title} />
      <QueryState query={query} title={title} />
    </>
  ) : (
    page(query.data)
  );
}

/**
 * The query of the URL, and what replaces it. (React Router's own hook would be in the code that every visitor loads.)
 */
export function useSearch() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return [
    new URLSearchParams(search),
    (next: Record<string, string>) => {
      void navigate({ search: new URLSearchParams(next).toString() }, { replace: true });
    },
  ] as const;
}
