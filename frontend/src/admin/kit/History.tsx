import { Box, Skeleton, Typography } from '@mui/material';
import { type AuditKind, type HistoryEntry, paths, type TimelineEntry } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { momentText, NONE } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';

interface HistoryListProps {
  /** What is read for it. */
  readonly path: string;
  /** The entries in the answer, newest first, where it is not they themselves. */
  readonly select?: (answer: unknown) => readonly HistoryEntry[];
}

const asTheyAre = (answer: unknown) => answer as readonly HistoryEntry[];

/** What happened to a record, the newest first: who changed what, and when. */
export function HistoryList({ path, select = asTheyAre }: HistoryListProps) {
  const { data, error, refetch } = useQuery({ queryKey: [path], select });
  if (error) {
    return (
      <LoadProblem text="The history could not be loaded." error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton variant="rounded" height={160} sx={{ m: 2 }} />;
  return (
    <Box component="ol" aria-label="History" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((entry) => (
        <Box
          component="li"
          key={entry.id}
          sx={{
            px: 3,
            py: 1.75,
            borderBottom: 1,
            borderColor: 'divider',
            overflowWrap: 'anywhere',
            '&:last-child': { borderBottom: 0 },
          }}
        >
          <Typography sx={{ fontWeight: 600 }}>{entry.text}</Typography>
          <Typography variant="body2" color="text.secondary">
            {entry.by} · {momentText(entry.at)}
          </Typography>
          {entry.changes.length > 1 && <Changes entry={entry} />}
          {entry.reason !== null && <Typography variant="body2">Reason: {entry.reason}</Typography>}
        </Box>
      ))}
    </Box>
  );
}

function Changes({ entry }: { readonly entry: HistoryEntry }) {
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {entry.changes.map(({ field, from, to }) => (
        <Typography component="li" variant="body2" key={field}>
          {field}: {from ?? NONE} → {to ?? NONE}
        </Typography>
      ))}
    </Box>
  );
}

/** The timeline of a record (oldest first on the wire) as a history shows it. */
function toHistory(data: unknown): readonly HistoryEntry[] {
  return (data as readonly TimelineEntry[])
    .map((entry) => ({
      id: entry.event_id,
      at: entry.at,
      by: entry.actor.name,
      text: entry.text,
      type: entry.type,
      changes: entry.changes,
      reason: entry.reason,
    }))
    .reverse();
}

/** What happened to a record of these kinds, the newest first. */
export function TimelineTab({ kind, id }: { readonly kind: AuditKind; readonly id: string }) {
  return <HistoryList path={paths.admin.timeline(kind, id)} select={toHistory} />;
}
