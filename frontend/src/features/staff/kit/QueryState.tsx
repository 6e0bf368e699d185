import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';

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
