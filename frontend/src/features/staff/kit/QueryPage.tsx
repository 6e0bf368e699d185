import type { Elements } from '#ui/elements.ts';
import { PageTitle } from './PageTitle.tsx';
import { QueryState } from './QueryState.tsx';

interface QueryPageProps<Data> {
  query: { data: Data | undefined } & Parameters<typeof QueryState>[0]['query'];
  title: string;
  /** The page of what was loaded. */
  children: (data: Data) => Elements;
}

/** A page of one query: until it has loaded, the heading and the state of the query. */
export function QueryPage<Data>({ query, title, children }: QueryPageProps<Data>) {
  return query.data === undefined ? (
    <>
      <PageTitle title={title} />
      <QueryState query={query} title={title} />
    </>
  ) : (
    children(query.data)
  );
}
