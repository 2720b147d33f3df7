import { type Maintenance, type MaintenanceTask, paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../shared/http/useCommand.ts';
import { usePortal } from '../dataProvider/index.ts';

/** Polling interval while a task runs: no event reports its progress. */
const WATCH_MS = 1_000;

const isRunning = ({ finished_at }: MaintenanceTask) => finished_at === null;

/** The state of log and read models, with the maintenance commands. */
export function useMaintenance() {
  const client = useQueryClient();
  const portal = usePortal();
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.maintenance],
    queryFn: () => portal.maintenance(),
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? WATCH_MS : false),
  });
  const command = useCommand({
    send: (start: () => Promise<Maintenance>) => start(),
    failed: { title: 'Error', fallback: 'This could not be started.' },
    onDone: (answer) => client.setQueryData([paths.admin.maintenance], answer),
  });
  return {
    data,
    error,
    refetch,
    busy: command.isPending,
    verify: () => command.mutate(() => portal.verifyLog()),
    rebuild: (projection: string) => command.mutate(() => portal.rebuildReadModel(projection)),
    unpark: (projection: string, key: string) => command.mutate(() => portal.unpark(projection, key)),
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
