import {
  Alert,
  Box,
  Button,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import type { ProjectionState, UpkeepTask } from '@portal/contract';
import { showCount } from '../format.ts';
import { TaskProgress } from './TaskProgress.tsx';
import { latestTask } from './useUpkeep.ts';

interface ReadModelsProps {
  readonly projections: readonly ProjectionState[];
  readonly tasks: readonly UpkeepTask[];
  readonly busy: boolean;
  readonly onRebuild: (projection: string) => void;
  readonly onResume: (projection: string, key: string) => void;
}

/** `dealerSites` reads 'Dealer sites'. */
const nameOf = (name: string) => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A phone has no room for these. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** Every read model: how far behind it is, who feeds it, what it holds back, and its rebuild. */
export function ReadModels({ projections, tasks, busy, onRebuild, onResume }: ReadModelsProps) {
  return (
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
                <TableCell component="th" scope="row">
                  {nameOf(name)}
                </TableCell>
                <TableCell>
                  <State projection={projection} />
                  {parked.map(({ key, stream, reason, events }) => (
                    <Alert
                      key={key}
                      severity="error"
                      sx={{ mt: 1 }}
                      action={
                        <Button
                          color="inherit"
                          size="small"
                          disabled={busy}
                          onClick={() => onResume(name, key)}
                          aria-label={`Resume ${nameOf(name)} for ${key}`}
                        >
                          Resume
                        </Button>
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
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={busy || rebuilding}
                      onClick={() => onRebuild(name)}
                      aria-label={`Rebuild ${nameOf(name)}`}
                    >
                      Rebuild
                    </Button>
                  )}
                  {task !== undefined && (
                    <Box sx={{ mt: 1 }}>
                      <TaskProgress
                        task={task}
                        doing={`Rebuilding ${nameOf(name)}`}
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
}

function State({ projection }: { readonly projection: ProjectionState }) {
  const { caught_up, rebuilding, parked, lag_seconds } = projection;
  const [label, tone] =
    parked.length > 0
      ? (['Parked', 'error'] as const)
      : rebuilding
        ? (['Rebuilding', 'info'] as const)
        : caught_up || lag_seconds < 2
          ? (['Up to date', 'success'] as const)
          : ([`${lag_seconds} s behind`, 'warning'] as const);
  return (
    <Chip
      size="small"
      label={label}
      sx={{ bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }}
    />
  );
}
