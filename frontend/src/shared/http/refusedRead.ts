import { paths } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';
import { read } from './http.ts';
import { sessionExpired } from './sessionExpired.ts';

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
