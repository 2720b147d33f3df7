import {
  Alert,
  Box,
  Button,
  LinearProgress,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type Maintenance, type MaintenanceTask, type ProjectionState, paths } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../shared/http/useCommand.ts';
import { momentText, showCount, showDate } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { SystemAlerts } from '../alerts/parts.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { Only } from '../kit/access.ts';
import { RowName } from '../kit/parts.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

/** `dealerIds` reads 'Dealer IDs'. */
const readModelName = (name: string) => wordsOfName(name).replace(/\bids\b/, 'IDs');

/** Alerts, event log and read models. */
export default function MaintenancePage() {
  return (
    <>
      <PageHeading title="System" />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <SystemAlerts />
        <LogAndReadModels />
      </Box>
    </>
  );
}

function LogAndReadModels() {
  const { data, error, refetch, busy, verify, rebuild, unpark } = useMaintenance();
  if (error !== null && data === undefined)
    return (
      <LoadProblem text="The state of the system could not be loaded." error={error} onRetry={refetch} />
    );
  if (data === undefined)
    return <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />;
  const task = latestTask(data.tasks, 'verify');
  return (
    <>
      <Section
        title="Event log"
        lead={
          <>
            {data.log === null
              ? 'Nothing is recorded yet.'
              : `${showCount(data.log.seq)} events. Hash of the newest: ${data.log.hash}`}
            {data.seal !== null && (
              <Box sx={{ mt: 1 }}>
                {`Newest seal (${showDate(data.seal.day)}), to compare with one that you keep elsewhere: ${data.seal.seq}:${data.seal.hash}`}
              </Box>
            )}
          </>
        }
        actions={
          <Button variant="contained" disabled={busy || task?.finished_at === null} onClick={verify}>
            Verify the log
          </Button>
        }
      >
        {task !== undefined && (
          <TaskProgress task={task} doing="Verifying the log" well="All events and seals match." />
        )}
      </Section>
      <Section
        title="Read models"
        lead="Pages show read models built from the log. A rebuild fills a new copy beside the live one and switches when it has caught up."
      >
        <ReadModels data={data} busy={busy} rebuild={rebuild} unpark={unpark} />
      </Section>
    </>
  );
}

interface ReadModelsProps extends Pick<ReturnType<typeof useMaintenance>, 'busy' | 'rebuild' | 'unpark'> {
  readonly data: Maintenance;
}

/** Columns hidden on a phone. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

const ReadModels = ({ data: { projections, tasks }, busy, rebuild, unpark }: ReadModelsProps) => (
  <TableContainer
    tabIndex={0}
    role="region"
    aria-label="Read models"
    sx={{ '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
  >
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>Read model</TableCell>
          <TableCell>State</TableCell>
          <TableCell align="right" sx={WIDE}>
            Events behind
          </TableCell>
          <TableCell sx={WIDE}>Fed by</TableCell>
          <TableCell>Rebuild</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {projections.map((projection) => {
          const { name, lag, owner, rebuilding, can_rebuild, parked } = projection;
          const task = latestTask(tasks, 'rebuild', name);
          return (
            <TableRow key={name} sx={{ '& > *': { verticalAlign: 'baseline' } }}>
              <RowName>{readModelName(name)}</RowName>
              <TableCell>
                <State projection={projection} />
                {parked.map(({ key, stream, reason, events }) => (
                  <Alert
                    key={key}
                    severity="error"
                    sx={{ mt: 1 }}
                    action={
                      <Only may="operations">
                        <Button
                          color="inherit"
                          size="small"
                          disabled={busy}
                          onClick={() => unpark(name, key)}
                          aria-label={`Resume ${readModelName(name)} for ${key}`}
                        >
                          Resume
                        </Button>
                      </Only>
                    }
                  >
                    {`${events === 1 ? '1 event' : `${showCount(events)} events`} of ${key} held back since ${stream}: ${reason}`}
                  </Alert>
                ))}
              </TableCell>
              <TableCell align="right" sx={WIDE}>
                {showCount(lag)}
              </TableCell>
              <TableCell sx={{ ...WIDE, overflowWrap: 'anywhere' }}>{owner ?? 'nobody'}</TableCell>
              <TableCell sx={{ minWidth: { sm: 200 } }}>
                {can_rebuild && (
                  <Only may="operations">
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={busy || rebuilding}
                      onClick={() => rebuild(name)}
                      aria-label={`Rebuild ${readModelName(name)}`}
                    >
                      Rebuild
                    </Button>
                  </Only>
                )}
                {task !== undefined && (
                  <Box sx={{ mt: 1 }}>
                    <TaskProgress
                      task={task}
                      doing={`Rebuilding ${readModelName(name)}`}
                      well="Rebuilt and live."
                    />
                  </Box>
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  </TableContainer>
);

function State({ projection }: { readonly projection: ProjectionState }) {
  const { caught_up, rebuilding, parked, lag_seconds } = projection;
  if (parked.length > 0) return <StatusBadge tone="error">Held back</StatusBadge>;
  if (rebuilding) return <StatusBadge tone="info">Rebuilding</StatusBadge>;
  if (caught_up || lag_seconds < 2) return <StatusBadge tone="success">Up to date</StatusBadge>;
  return <StatusBadge tone="warning">{`${lag_seconds} s behind`}</StatusBadge>;
}

interface TaskProgressProps {
  readonly task: MaintenanceTask;
  /** For example 'Verifying the log'. */
  readonly doing: string;
  /** Text after success. */
  readonly well: string;
}

function TaskProgress({ task, doing, well }: TaskProgressProps) {
  const { finished_at, ok, done, total, findings, events_per_second } = task;
  const speed = events_per_second === null ? '' : `, ${showCount(events_per_second)} events per second`;
  if (finished_at === null) {
    return (
      <Box role="status">
        <Typography variant="body2" sx={{ mb: 0.5 }}>
          {`${doing}: ${showCount(done)} of ${showCount(total)} events${speed}`}
        </Typography>
        <LinearProgress
          aria-label={doing}
          variant={total === 0 ? 'indeterminate' : 'determinate'}
          value={total === 0 ? 0 : Math.min(100, (done / total) * 100)}
        />
      </Box>
    );
  }
  return (
    <Alert severity={ok ? 'success' : 'error'} data-testid="task-outcome">
      {ok ? `${well} ` : 'It failed. '}
      {`${momentText(finished_at)}${done === 0 ? '' : `, ${showCount(done)} events${speed}`}.`}
      {findings.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** Polling interval while a task runs: no event reports its progress. */
const WATCH_MS = 1_000;

const isRunning = ({ finished_at }: MaintenanceTask) => finished_at === null;

function useMaintenance() {
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

const latestTask = (
  tasks: readonly MaintenanceTask[],
  kind: MaintenanceTask['kind'],
  subject = '',
): MaintenanceTask | undefined => tasks.find((task) => task.kind === kind && task.subject === subject);
