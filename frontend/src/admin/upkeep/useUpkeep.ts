import { paths, type Upkeep, type UpkeepTask } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, read, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** While something runs, the page looks again this often: progress is no event of the log. */
const WATCH_MS = 1_000;

const isRunning = ({ finished_at }: UpkeepTask) => finished_at === null;

/** How the read models and the log stand, and how to have them seen to. */
export function useUpkeep() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.upkeep],
    queryFn: () => read(paths.admin.upkeep) as Promise<Upkeep>,
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? WATCH_MS : false),
  });
  const act = async (path: string, body?: object) => {
    setBusy(true);
    try {
      client.setQueryData([paths.admin.upkeep], await request('POST', path, body));
    } catch (failure) {
      toast({
        title: 'Error',
        description: messageOf(failure, 'This could not be started.'),
        variant: 'destructive',
      });
    }
    setBusy(false);
  };
  return {
    data,
    error,
    refetch,
    busy,
    verify: () => act(paths.admin.verifyLog),
    rebuild: (projection: string) => act(paths.admin.rebuild, { projection }),
    unpark: (projection: string, key: string) => act(paths.admin.unpark, { projection, key }),
  };
}

/** The newest task of a kind about something; undefined where there was none. */
export function latestTask(
  tasks: readonly UpkeepTask[],
  kind: UpkeepTask['kind'],
  subject = '',
): UpkeepTask | undefined {
  return tasks.find((task) => task.kind === kind && task.subject === subject);
}
