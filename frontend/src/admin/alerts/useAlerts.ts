import { type AlertRecord, type Alerts, paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** Trouble that the portal found by itself, and what administrators answer to it. Open pages hear of changes. */
export function useAlerts() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery<Alerts>({ queryKey: [paths.admin.alerts] });
  const act = async (path: string, body?: object) => {
    setBusy(true);
    try {
      await request('POST', path, body);
    } catch (failure) {
      toast({
        title: 'Error',
        description: messageOf(failure, 'This could not be kept.'),
        variant: 'destructive',
      });
    }
    // what is true now, not what was true when it was answered: the portal looks on meanwhile
    await client.invalidateQueries({ queryKey: [paths.admin.alerts] });
    setBusy(false);
  };
  return {
    data,
    error,
    refetch,
    busy,
    acknowledge: ({ id }: AlertRecord) => act(paths.admin.acknowledgeAlert(id)),
    /** 0 hours: it stands as before. */
    snooze: ({ id }: AlertRecord, hours: number) => act(paths.admin.snoozeAlert(id), { hours }),
  };
}

/** What nobody has answered to yet. */
export const isStanding = ({ acknowledged, snoozed }: AlertRecord): boolean =>
  acknowledged === null && snoozed === null;
