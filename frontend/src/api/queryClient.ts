import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/apiError.ts';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 400;

/**
 * Asking again at once helps when the server could not be reached or failed, never when it refused. Who has waited for
 * all of the time limit is told, and so is who is offline.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const { code = '', status = 0 } = error instanceof ApiError ? error : {};
  const isRefusal = status >= 400 && status < 500;
  return !isRefusal && !['offline', 'timeout'].includes(code) && failures < MAX_RETRIES;
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
        retryDelay: (failures) => FIRST_DELAY_MS * 2 ** failures,
      },
    },
  });
}
