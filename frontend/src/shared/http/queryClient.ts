import { paths } from '@portal/contract';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { sessionExpired } from './askedPage.ts';
import { HttpError, read } from './http.ts';

/**
 * Handles a 401 of a read: opens /auth if the session has ended. Otherwise the read shows its error, because /auth would
 * lead back to the page, which would read again.
 * @returns whether the session has ended; false where the server can't be asked
 */
export async function refusedRead(client: QueryClient): Promise<boolean> {
  const user = await client
    .fetchQuery({
      // once for all reads of a page; the session's own entry would open /login without a word
      queryKey: [paths.user, 'still there'],
      queryFn: () => read(paths.user, 'null'),
      staleTime: 0,
      gcTime: 0,
    })
    .catch(() => undefined);
  if (user !== null) return false;
  await sessionExpired().catch(() => undefined);
  return true;
}

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

/** A query that reads a path and checks the answer; its key is the path. */
export const readQuery = <Answer>(path: string, schema: z.ZodType<Answer>) =>
  queryOptions({ queryKey: [path], queryFn: async () => schema.parse(await read(path)) });
