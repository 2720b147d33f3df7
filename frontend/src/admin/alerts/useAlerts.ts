import { type AlertRecord, type Alerts, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** Alerts of the portal's own checks, and what administrators answer to it. Open pages hear of changes. */
export function useAlerts() {
  const { data, error, refetch } = useQuery<Alerts>({ queryKey: [paths.admin.alerts] });
  const heading = useFocusAfter(data);
  const answer = useCommand({
    send: ({ path, body }: { readonly path: string; readonly body?: object }) => request('POST', path, body),
    // what is true now, not what was true when it was answered: the portal looks on meanwhile
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.admin.alerts] }),
    refreshRefused: true,
    failed: { title: 'Error', fallback: 'This could not be saved.' },
  });
  const act = (path: string, body?: object) => {
    if (answer.isPending) return;
    heading.expect();
    answer.mutate({ path, ...(body === undefined ? {} : { body }) });
  };
  return {
    data,
    error,
    refetch,
    /** On the heading of the alerts, with a tabIndex of -1. */
    heading: heading.ref,
    busy: answer.isPending,
    acknowledge: ({ id }: AlertRecord) => act(paths.admin.acknowledgeAlert(id)),
    /** 0 hours: it stands as before. */
    snooze: ({ id }: AlertRecord, hours: number) => act(paths.admin.snoozeAlert(id), { hours }),
  };
}

/** Where the focus goes when the button that was pressed is gone with the alert it stood on. */
function useFocusAfter(data: unknown) {
  const ref = useRef<HTMLHeadingElement>(null);
  const expected = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks each time other alerts were drawn
  useEffect(() => {
    if (!expected.current || document.activeElement !== document.body) return;
    expected.current = false;
    ref.current?.focus();
  }, [data]);
  return {
    ref,
    expect: () => {
      expected.current = true;
    },
  };
}

/** What nobody has answered to yet. */
export const isStanding = ({ acknowledged, snoozed }: AlertRecord): boolean =>
  acknowledged === null && snoozed === null;

/** The critical ones first, each in the order they are given. */
export const criticalFirst = (alerts: readonly AlertRecord[]): readonly AlertRecord[] => [
  ...alerts.filter(({ severity }) => severity === 'critical'),
  ...alerts.filter(({ severity }) => severity !== 'critical'),
];
