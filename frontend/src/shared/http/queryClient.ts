import { paths } from '@portal/contract';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError, read } from './http.ts';
import { refusedRead } from './refusedRead.ts';

/**
 * The client of portal and admin area (S1-7): no retry, no refetch on focus or interval, never stale. Commands and
 * server-sent events invalidate queries. A query's key begins with the path it reads.
 */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        // beside the query's own error
        if (error instanceof HttpError && error.status === 401) void refusedRead(client);
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
      // without a network they fail, and say so, instead of waiting for it
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

export const queryClient = makeQueryClient();

/** Reads again all queries whose path begins with one of these. */
export const readAgain = (client: QueryClient, ...starts: readonly string[]) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => starts.some((start) => String(queryKey[0]).startsWith(start)),
  });
