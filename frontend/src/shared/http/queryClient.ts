import { paths } from '@portal/contract';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError, read } from './http.ts';
import { sessionExpired } from './sessionExpired.ts';

/**
 * The client of portal and admin area (S1-7): no retry, no refetch on focus or interval, never stale. Commands and
 * server-sent events invalidate queries. A query's key begins with the path it reads.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        // beside the query's own error: the session has ended for the whole page
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

/** Reads again all queries whose path begins with one of these. */
export const readAgain = (client: QueryClient, ...starts: readonly string[]) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => starts.some((start) => String(queryKey[0]).startsWith(start)),
  });
