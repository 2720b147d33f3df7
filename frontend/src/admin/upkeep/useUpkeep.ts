import { paths, type Upkeep, type UpkeepTask } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read, request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** Polling interval while a task runs: no event reports its progress. */
const WATCH_MS = 1_000;

const isRunning = ({ finished_at }: UpkeepTask) => finished_at === null;

/** The state of log and read models, with the maintenance commands. */
export function useUpkeep() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.upkeep],
    queryFn: () => read(paths.admin.upkeep) as Promise<Upkeep>,
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? WATCH_MS : false),
  });
  const command = useCommand({
    send: ({ path, body }: { readonly path: string; readonly body?: object }) => request('POST', path, body),
    failed: { title: 'Error', fallback: 'This could not be started.' },
    onDone: (answer) => client.setQueryData([paths.admin.upkeep], answer),
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
  tasks: readonly UpkeepTask[],
  kind: UpkeepTask['kind'],
  subject = '',
): UpkeepTask | undefined {
  return tasks.find((task) => task.kind === kind && task.subject === subject);
}
