import { Box, Skeleton, Typography } from '@mui/material';
import { type AuditKind, type HistoryEntry, paths, type TimelineEntry } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { momentText, NONE } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { KINDS, RecordLink } from '../records/links.tsx';
import { Unbroken } from './parts.tsx';

interface HistoryProps {
  readonly path: string;
  /** The entries of the answer, newest first; the answer itself by default. */
  readonly select?: (answer: unknown) => readonly Entry[];
}

type Entry = HistoryEntry & Pick<TimelineEntry, 'about'>;

const asEntries = (answer: unknown) => answer as readonly Entry[];

/** A record's changes, newest first. */
export function History({ path, select = asEntries }: HistoryProps) {
  const { data, error, refetch } = useQuery({ queryKey: [path], select });
  if (error) return <LoadProblem text="The history could not be loaded." error={error} onRetry={refetch} />;
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
          <Typography sx={{ fontWeight: 600 }}>
            <EntryText entry={entry} />
          </Typography>
          <Muted>
            <Unbroken text={`${entry.by} · ${momentText(entry.at)}`} />
          </Muted>
          <Changes changes={entry.changes} />
          {entry.reason !== null && <Typography variant="body2">Reason: {entry.reason}</Typography>}
        </Box>
      ))}
    </Box>
  );
}

/** An event in words, with a link to the record that it speaks of. */
export const EntryText = ({ entry: { text, about } }: { readonly entry: Pick<Entry, 'text' | 'about'> }) => (
  <>
    <Unbroken text={text} />
    {about !== undefined && (
      <>
        {': '}
        <RecordLink resource={KINDS[about.kind].resource} id={about.id} text={about.name} />
      </>
    )}
  </>
);

/** The changed fields of an event; its text already tells a single one. */
export function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  if (changes.length <= 1) return null;
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {changes.map(({ field, from, to }) => (
        <Typography component="li" variant="body2" key={field}>
          {field}: {from ?? NONE} → {to ?? NONE}
        </Typography>
      ))}
    </Box>
  );
}

const toHistory = (answer: unknown): readonly Entry[] =>
  (answer as readonly TimelineEntry[])
    .map(({ event_id, actor, at, text, type, changes, reason, about }) => ({
      id: event_id,
      by: actor.name,
      ...{ at, text, type, changes, reason, about },
    }))
    .reverse();

/** A record's timeline as its history. */
export const Timeline = ({ kind, id }: { readonly kind: AuditKind; readonly id: string }) => (
  <History path={paths.admin.timeline(kind, id)} select={toHistory} />
);
