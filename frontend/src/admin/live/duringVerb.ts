import type { QueryClient } from '@tanstack/react-query';
import type { Identifier } from 'react-admin';
import { refreshResources } from './refreshResources.ts';

/** How long the page of a record that is gone may stay on screen while its list is fetched. */
const LEAVING_MS = 5_000;

const underWay = new WeakMap<QueryClient, number>();

/** Whether a verb is under way, which reads the pages anew when it is done. */
export const isVerbUnderWay = (queryClient: QueryClient): boolean => (underWay.get(queryClient) ?? 0) > 0;

/**
 * Runs `verb` and then reads the pages anew, once. Notices of changes that arrive meanwhile wait for that: the notice
 * of a deletion may be here before the deletion's own answer is, and would have the record's page read what is gone.
 */
export async function duringVerb<Result>(
  queryClient: QueryClient,
  verb: () => Promise<Result>,
): Promise<Result> {
  underWay.set(queryClient, (underWay.get(queryClient) ?? 0) + 1);
  try {
    return await verb();
  } finally {
    underWay.set(queryClient, (underWay.get(queryClient) ?? 1) - 1);
    await refreshResources(queryClient);
  }
}

/** Resolves when no page on screen shows any of these records, at the latest after a few seconds. */
export function leftPagesOf(
  queryClient: QueryClient,
  resource: string,
  ids: readonly Identifier[],
): Promise<void> {
  const cache = queryClient.getQueryCache();
  const gone = new Set(ids.map(String));
  const onScreen = () =>
    cache.findAll({
      queryKey: [resource, 'getOne'],
      type: 'active',
      predicate: ({ queryKey: [, , params] }) => gone.has(String((params as { id?: unknown })?.id)),
    }).length > 0;
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(late);
      resolve();
    };
    const stop = cache.subscribe(({ type }) => {
      if (type === 'observerRemoved' && !onScreen()) done();
    });
    const late = setTimeout(done, LEAVING_MS);
    if (!onScreen()) done();
  });
}
