import { type Maintenance, type MaintenanceTask, paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read, request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** Polling interval while a task runs: no event reports its progress. */
const WATCH_MS = 1_000;

const isRunning = ({ finished_at }: MaintenanceTask) => finished_at === null;

/** The state of log and read models, with the maintenance commands. */
export function useMaintenance() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.maintenance],
    queryFn: () => read(paths.admin.maintenance) as Promise<Maintenance>,
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? WATCH_MS : false),
  });
  const command = useCommand({
    send: ({ path, body }: { readonly path: string; readonly body?: object }) => request('POST', path, body),
    failed: { title: 'Error', fallback: 'This could not be started.' },
    onDone: (answer) => client.setQueryData([paths.admin.maintenance], answer),
  });
  const act = (path: string, body?: object) => command.mutate({ path, ...(body && { body }) });
  return {
    data,
    error,
    refetch,
    busy: command.isPending,
    verify: () => act(paths.admin.verifyLog),
    rebuild: (projection: string) => act(paths.admin.rebuild, { projection }),
    unpark: (projection: string, key: string) => act(paths.admin.unpark, { projection, key }),
  };
}

/** The newest task of a kind and subject. */
export function latestTask(
  tasks: readonly MaintenanceTask[],
  kind: MaintenanceTask['kind'],
  subject = '',
): MaintenanceTask | undefined {
  return tasks.find((task) => task.kind === kind && task.subject === subject);
}
