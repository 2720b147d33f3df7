import { Box, Button, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import SystemAlerts from '../alerts/SystemAlerts.tsx';
import { showCount, showDate } from '../format.ts';
import { PageHeading } from '../kit/PageHeading.tsx';
import { ReadModels } from './ReadModels.tsx';
import { TaskProgress } from './TaskProgress.tsx';
import { latestTask, useUpkeep } from './useUpkeep.ts';

/** How the portal does: its alerts, the log's proof and the read models. */
export default function UpkeepPage() {
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

/** Verified, rebuilt and resumed without a request failing meanwhile. */
function LogAndReadModels() {
  const { data, error, refetch, busy, verify, rebuild, unpark } = useUpkeep();
  if (error !== null && data === undefined)
    return (
      <LoadProblem
        text="The state of the system could not be loaded."
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined)
    return <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />;
  const task = latestTask(data.tasks, 'verify');
  return (
    <>
      <Card variant="outlined" component="section" aria-labelledby="log">
        <CardContent sx={{ p: 3, display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2 }}>
            <Box sx={{ minWidth: 0 }}>
              <Typography id="log" component="h2" variant="h2">
                Event log
              </Typography>
              <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {data.log === null
                  ? 'Nothing is recorded yet.'
                  : `${showCount(data.log.seq)} events. Hash of the newest: ${data.log.hash}`}
              </Typography>
              {data.seal !== null && (
                <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere', mt: 1 }}>
                  {`Newest seal (${showDate(data.seal.day)}), to compare with one that you keep elsewhere: ${data.seal.seq}:${data.seal.hash}`}
                </Typography>
              )}
            </Box>
            <Button
              variant="contained"
              disabled={busy || task?.finished_at === null}
              onClick={() => void verify()}
              sx={{ alignSelf: 'flex-start' }}
            >
              Verify the log
            </Button>
          </Box>
          {task !== undefined && (
            <TaskProgress
              task={task}
              doing="Verifying the log"
              well="Every event is as it was recorded, and every seal fits."
            />
          )}
        </CardContent>
      </Card>
      <Card variant="outlined" component="section" aria-labelledby="models">
        <CardContent sx={{ p: 3 }}>
          <Typography id="models" component="h2" variant="h2">
            Read models
          </Typography>
          <Typography color="text.secondary" sx={{ mb: 2 }}>
            What the pages show is made from the log. A rebuild fills a read model anew beside the live one
            and switches when it has caught up.
          </Typography>
          <ReadModels
            projections={data.projections}
            tasks={data.tasks}
            busy={busy}
            onRebuild={(name) => void rebuild(name)}
            onResume={(name, key) => void unpark(name, key)}
          />
        </CardContent>
      </Card>
    </>
  );
}
