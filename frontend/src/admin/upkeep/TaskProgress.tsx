import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import type { UpkeepTask } from '@portal/contract';
import { showCount, showMoment } from '../format.ts';

interface TaskProgressProps {
  readonly task: UpkeepTask;
  /** What is done, e.g. 'Verifying the log'. */
  readonly doing: string;
  /** Said when it ended well. */
  readonly well: string;
}

/** How far a task is, or how it ended with what was found. */
export function TaskProgress({ task, doing, well }: TaskProgressProps) {
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
      {ok ? `${well} ` : 'It did not end well. '}
      {`${showMoment(finished_at)}${done === 0 ? '' : `, ${showCount(done)} events${speed}`}.`}
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
