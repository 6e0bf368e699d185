import { useState } from 'react';

/** What the hook reads of a query of TanStack Query. */
interface Query {
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A failure with the props of `Notice` that show it. */
interface QueryFailure {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
  retries: number;
}

/**
 * Why a query failed, until another attempt has succeeded. The query itself forgets its error when it starts again without data, so
 * the notice would disappear with its focused button. The failure is also forgotten when the query is one about something else: `of`.
 */
export function useQueryFailure(query: Query, of?: string | null): QueryFailure | null {
  const { error: current, errorUpdateCount, isFetching, refetch } = query;
  const [last, setLast] = useState({ error: current, of });
  const error = current ?? (isFetching && last.of === of ? last.error : null);
  if (error !== last.error || of !== last.of) {
    setLast({ error, of });
  }
  return (
    error && {
      error,
      isRetrying: isFetching,
      onRetry: () => void refetch(),
      retries: errorUpdateCount,
    }
  );
}
