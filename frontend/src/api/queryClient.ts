import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';

const RETRIES = 2;
const FIRST_PAUSE_MS = 400;

/** Asking again helps when nobody answered or the server failed, never when it refused. */
function shouldRetry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefusal && failures < RETRIES;
}

/**
 * The one of the app, for hooks to pass on: without a provider above all screens it comes with the first one that reads from
 * the server, and a first visit to the others does not pay for it.
 */
export const queryClient = createQueryClient();
queryClient.mount();

/** Reads are cached for a minute, which is what the API allows browsers for the catalogue as well. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A browser that believes itself offline gets the error and its retry button, not a loader for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        retry: shouldRetry,
        retryDelay: (failures) => FIRST_PAUSE_MS * 2 ** failures,
      },
    },
  });
}
