import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Identifier } from 'react-admin';
import { onTopic } from '../../shared/live/LiveUpdates.tsx';
import { isResource } from '../dataProvider/resourcePaths.ts';

/** Reads of single records. */
const RECORDS = new Set<unknown>(['getOne', 'getMany']);

/** Resources, whose keys begin with their names, and what admin pages read by path. */
const isOurs = ({ queryKey: [first] }: Query) =>
  isResource(first) || (typeof first === 'string' && /^\/api\/(admin|invoices)\//.test(first));

/**
 * Reads again what admin pages show now, and the rest when it is next opened. Inactive records are removed, because
 * react-admin's lists would write an outdated record back and so mark it as fresh.
 */
export function refreshResources(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: (query) => isOurs(query) && RECORDS.has(query.queryKey[1]),
  });
  return queryClient.invalidateQueries({ predicate: isOurs });
}

/** The longest wait for the page of a deleted record to close. */
const LEAVING_MS = 5_000;

const underWay = new WeakMap<QueryClient, number>();

/** Whether an action is running; it reads the pages again when it is done. */
const isActionUnderWay = (queryClient: QueryClient): boolean => (underWay.get(queryClient) ?? 0) > 0;

/**
 * Runs `action`, then reads the pages again, once. Change events that arrive meanwhile are ignored: the event of a
 * deletion may arrive before its response, and the record's page would read a deleted record.
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

/** Resolves when no open page shows these records, at the latest after LEAVING_MS. */
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

/** The first change shows at once; later ones within this time show together, e.g. those of an import. */
const TOGETHER_MS = 400;

/** Reads what is shown again after each change event, except while an own action runs (see `duringAction`). */
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
 * Forgets what was read of a resource before this page opened, for changes that no event reports, e.g. of the outbox.
 * Call it before the page's own reads.
 */
export function useReadAnew(resource: string): void {
  const queryClient = useQueryClient();
  // in an initializer: once, and before the page's reads begin
  useState(() => queryClient.removeQueries({ queryKey: [resource], type: 'inactive' }));
}
