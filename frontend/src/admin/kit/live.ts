import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Identifier } from 'react-admin';
import { onTopic } from '../../shared/live/LiveUpdates.tsx';

/** The admin resources, as their queries begin. */
const RESOURCES = new Set<unknown>([
  ...['users', 'companies', 'sites', 'migrations', 'contacts', 'mails'],
  ...['invoicing', 'invoices', 'orders', 'payments', 'billing-runs', 'disputes'],
]);
/** Reads of single records. */
const RECORDS = new Set<unknown>(['getOne', 'getMany']);

/** Beside the resources whatever an admin page reads by its path. */
const isOurs = ({ queryKey: [first] }: Query) =>
  RESOURCES.has(first) || (typeof first === 'string' && first.startsWith('/api/admin/'));

/**
 * Fetches again whatever an admin page shows now; what is not on screen is read anew when it is next opened. Records
 * behind the scenes are dropped rather than marked: react-admin's lists put back the record they find in the cache,
 * old as it may be, and thereby make it count as fresh.
 */
export function refreshResources(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: (query) => isOurs(query) && RECORDS.has(query.queryKey[1]),
  });
  return queryClient.invalidateQueries({ predicate: isOurs });
}

/** How long the page of a record that is gone may stay on screen while its list is fetched. */
const LEAVING_MS = 5_000;

const underWay = new WeakMap<QueryClient, number>();

/** Whether an action is under way, which reads the pages anew when it is done. */
const isActionUnderWay = (queryClient: QueryClient): boolean => (underWay.get(queryClient) ?? 0) > 0;

/**
 * Runs `action` and then reads the pages anew, once. Notices of changes that arrive meanwhile wait for that: the notice
 * of a deletion may be here before the deletion's own answer is, and would have the record's page read what is gone.
 */
export async function duringAction<Result>(
  queryClient: QueryClient,
  action: () => Promise<Result>,
): Promise<Result> {
  underWay.set(queryClient, (underWay.get(queryClient) ?? 0) + 1);
  try {
    return await action();
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

/** The first change shows at once; what follows within this time (an import, a bulk approval) shows together. */
const TOGETHER_MS = 400;

/**
 * Keeps the admin pages fresh after anybody's change: each topic of the event stream refetches what is shown. While
 * one's own action is under way nothing is: it reads everything again when it is done.
 */
export function useAdminLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    let more = false;
    const refresh = () => {
      more = false;
      if (!isActionUnderWay(queryClient)) void refreshResources(queryClient);
      timer = window.setTimeout(() => {
        timer = undefined;
        if (more) refresh();
      }, TOGETHER_MS);
    };
    const stop = onTopic(() => {
      if (timer === undefined) refresh();
      else more = true;
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [queryClient]);
}

/**
 * Forgets what was read of a resource before this page opened, for one that no event of the stream tells about: the
 * outbox changes while mails are sent. To be called before the page's own reads.
 */
export function useReadAnew(resource: string): void {
  const queryClient = useQueryClient();
  // in an initializer, so that it happens once and before the reads below it begin
  useState(() => queryClient.removeQueries({ queryKey: [resource], type: 'inactive' }));
}
