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
 * the notice would disappear with its focused button.
 */
export function useQueryFailure(query: Query): QueryFailure | null {
  const { error: current, errorUpdateCount, isFetching, refetch } = query;
  const [last, setLast] = useState(current);
  const error = current ?? (isFetching ? last : null);
  if (error !== last) {
    setLast(error);
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
