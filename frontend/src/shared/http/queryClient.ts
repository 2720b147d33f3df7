import { paths } from '@portal/contract';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError, read } from './http.ts';
import { sessionExpired } from './sessionExpired.ts';

/**
 * The one client of portal and admin area (S1-7, data-query defaults): no retry, no refetch on focus or
 * interval, never stale. Freshness comes from invalidation after one's own command and from server-sent events.
 * A query's key begins with the path it reads.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        // the read fails with its status error; that the session is over concerns the whole page
        if (error instanceof HttpError && error.status === 401) sessionExpired().catch(() => undefined);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        queryFn: ({ queryKey }) => read(String(queryKey[0]), queryKey[0] === paths.user ? 'null' : 'error'),
      },
      mutations: { retry: false },
    },
  });
}

export const queryClient = makeQueryClient();
