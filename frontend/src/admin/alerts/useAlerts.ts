import { type AlertRecord, type Alerts, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCommand } from '../../shared/http/useCommand.ts';
import { usePortal } from '../dataProvider/index.ts';

/** The alerts of the portal's own checks, with the administrators' answers. */
export function useAlerts() {
  const { data, error, refetch } = useQuery<Alerts>({ queryKey: [paths.admin.alerts] });
  const portal = usePortal();
  const heading = useFocusAfter(data);
  const answer = useCommand({
    send: (command: () => Promise<unknown>) => command(),
    // the checks go on, so the alerts may have changed
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.admin.alerts] }),
    refreshRefused: true,
    failed: { title: 'Error', fallback: 'This could not be saved.' },
  });
  const act = (command: () => Promise<unknown>) => {
    if (answer.isPending) return;
    heading.expect();
    answer.mutate(command);
  };
  return {
    data,
    error,
    refetch,
    /** Ref of the heading of the alerts, which needs a tabIndex of -1. */
    heading: heading.ref,
    busy: answer.isPending,
    acknowledge: ({ id }: AlertRecord) => act(() => portal.acknowledgeAlert(id)),
    /** 0 hours end a snooze. */
    snooze: ({ id }: AlertRecord, hours: number) => act(() => portal.snoozeAlert(id, hours)),
  };
}

/** Moves the focus to the heading when the pressed button disappears with its alert. */
function useFocusAfter(data: unknown) {
  const ref = useRef<HTMLHeadingElement>(null);
  const expected = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks after each change of the alerts
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

/** Neither acknowledged nor snoozed. */
export const isStanding = ({ acknowledged, snoozed }: AlertRecord): boolean =>
  acknowledged === null && snoozed === null;

/** Critical alerts first. */
export const criticalFirst = (alerts: readonly AlertRecord[]): readonly AlertRecord[] => [
  ...alerts.filter(({ severity }) => severity === 'critical'),
  ...alerts.filter(({ severity }) => severity !== 'critical'),
];
