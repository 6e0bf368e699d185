import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/apiError.ts';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 400;

/**
 * Retries when the server could not be reached or failed, not when it refused the request. A timeout and a
 * missing connection are reported at once.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const { code = '', status = 0 } = error instanceof ApiError ? error : {};
  const isRefusal = status >= 400 && status < 500;
  return !isRefusal && !['offline', 'timeout'].includes(code) && failures < MAX_RETRIES;
}

/**
 * The query client of the app, which hooks pass on. There is no provider above the screens, so that the query
 * library loads with the first screen that reads from the server.
 */
export const queryClient = createQueryClient();
queryClient.mount();

/** Responses are fresh for one minute, as long as the API lets browsers cache the catalogue. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection, a query fails at once and can be retried, instead of loading forever.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        retry: shouldRetry,
        retryDelay: (failures) => FIRST_DELAY_MS * 2 ** failures,
      },
      // Without a connection, an action fails at once as well.
      mutations: { networkMode: 'always' },
    },
  });
}
