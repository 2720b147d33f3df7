import { Box, Button, Chip, Collapse, Link, Typography } from '@mui/material';
import { type AuditKind, paths, type TimelineEntry } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { localDay, momentText } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';
import type { Moment } from '../dataProvider/system.ts';
import { Changes, EntryText } from '../kit/History.tsx';
import { Unbroken } from '../kit/parts.tsx';

interface TimelineListProps {
  readonly entries: readonly TimelineEntry[];
  /** Number of the event in the address, which is scrolled to. */
  readonly chosen: number | null;
  /** The address of an event on this page. */
  readonly linkTo: (seq: number) => string;
}

/** Events, newest first: text, user, time, cause, and the raw event on demand. */
export function TimelineList({ entries, chosen, linkTo }: TimelineListProps) {
  if (entries.length === 0) {
    return (
      <Typography color="text.secondary" sx={{ p: 3, textAlign: 'center' }}>
        No events found for the selected filters.
      </Typography>
    );
  }
  return (
    <Box component="ol" reversed aria-label="Timeline" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {[...entries].reverse().map((entry) => (
        <Entry key={entry.event_id} entry={entry} chosen={entry.seq === chosen} linkTo={linkTo} />
      ))}
    </Box>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly chosen: boolean;
  readonly linkTo: TimelineListProps['linkTo'];
}

function Entry({ entry, chosen, linkTo }: EntryProps) {
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView?.({ block: 'center' });
  }, [chosen]);
  const { seq, actor, at, changes, reason, caused_by: cause } = entry;
  return (
    <Box
      component="li"
      ref={item}
      aria-current={chosen ? 'true' : undefined}
      sx={{
        px: { xs: 2, md: 3 },
        py: 1.75,
        borderBottom: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
        bgcolor: chosen ? 'primary.light' : undefined,
        '&:last-child': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
        <Typography sx={{ fontWeight: 600, flex: '1 1 260px' }}>
          <EntryText entry={entry} />
        </Typography>
        <Link
          component={RouterLink}
          to={linkTo(seq)}
          aria-label={`Link to event ${seq}`}
          sx={{ display: 'inline-flex' }}
        >
          <Chip size="small" variant="outlined" component="span" label={`#${seq}`} clickable />
        </Link>
      </Box>
      <Typography variant="body2" color={chosen ? 'text.primary' : 'text.secondary'}>
        <Unbroken text={`${actor.name} · ${momentText(at)}`} />
        {cause !== null && (
          <>
            {' · followed from '}
            {cause.seq === null ? cause.text : `${cause.text} (#${cause.seq})`}
          </>
        )}
      </Typography>
      <Changes changes={changes} />
      {reason !== null && <Typography variant="body2">Reason: {reason}</Typography>}
      <Button size="small" onClick={() => setOpen(!open)} aria-expanded={open} sx={{ mt: 0.5, ml: -0.75 }}>
        {open ? 'Hide the event' : 'Show the event'}
      </Button>
      <Collapse in={open} unmountOnExit>
        <RawEvent entry={entry} />
      </Collapse>
    </Box>
  );
}

/** The event as stored, with its position and hash. */
function RawEvent({ entry }: { readonly entry: TimelineEntry }) {
  const { stream, revision, event_id, correlation_id, hash, raw } = entry;
  const text = JSON.stringify(
    { stream, revision, event_id, request_id: correlation_id, hash, ...raw },
    null,
    2,
  );
  return (
    <Box
      component="pre"
      // focusable, so that it scrolls by keyboard
      tabIndex={0}
      aria-label={`Event ${entry.seq} as JSON`}
      sx={{
        m: 0,
        mt: 1,
        p: 1.5,
        maxHeight: 360,
        overflow: 'auto',
        fontSize: '0.8125rem',
        bgcolor: 'background.default',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        whiteSpace: 'pre-wrap',
      }}
    >
      {text}
    </Box>
  );
}

/** Every event of a record, or of all of a company's records, oldest first. */
export function useTimeline(kind: AuditKind, id: string, scope: 'own' | 'all') {
  const portal = usePortal();
  return useQuery({
    queryKey: [paths.admin.timeline(kind, id), scope],
    queryFn: () => portal.timeline(kind, id, scope),
  });
}

/** A record's state at a moment and today. Keeps the previous answer while it reads. */
export function useStateAt(kind: AuditKind, id: string, moment: Moment) {
  const portal = usePortal();
  return useQuery({
    queryKey: [paths.admin.stateAt(kind, id), moment],
    queryFn: () => portal.stateAt(kind, id, moment),
    placeholderData: keepPreviousData,
  });
}

/** The filters of a timeline; blank for all. Days are local, `YYYY-MM-DD`, both included. */
export type TimelineFilter = Readonly<Record<'type' | 'actor' | 'from' | 'to', string>>;

/** The entries that match the filter. */
export const filtered = (
  entries: readonly TimelineEntry[],
  { type, actor, from, to }: TimelineFilter,
): readonly TimelineEntry[] =>
  entries.filter((entry) => {
    const day = localDay(new Date(entry.at));
    return (
      (type === '' || entry.type === type) &&
      (actor === '' || entry.actor.name === actor) &&
      (from === '' || day >= from) &&
      (to === '' || day <= to)
    );
  });
