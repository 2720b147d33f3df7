import { Box, Typography } from '@mui/material';
import type { ActivityEntry } from '@portal/contract';
import { Fragment } from 'react';
import { useBasename } from 'react-admin';
import { formatMonth, momentText, showCount } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { KINDS, PageLink, previewPath, RecordLink } from '../records/links.tsx';
import { Unbroken } from './parts.tsx';

interface ActivityEntriesProps {
  readonly label: string;
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
}

/** What happened, each with a link to the record. */
export const ActivityEntries = ({ label, entries }: ActivityEntriesProps) => (
  <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {grouped(entries).map((group) => (
      <Entry key={group[0].seq} group={group} />
    ))}
  </Box>
);

type Group = readonly [ActivityEntry, ...ActivityEntry[]];

/** Entries in a row that say the same of an invoice each, as the reminders of a day do, are one. */
function grouped(entries: readonly ActivityEntry[]): readonly Group[] {
  const groups: [ActivityEntry, ...ActivityEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      entry.subject.kind === 'invoice' &&
      last[0].subject.kind === 'invoice' &&
      last[0].text === entry.text &&
      last[0].by === entry.by;
    if (isSame) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function Entry({ group }: { readonly group: Group }) {
  const [entry] = group;
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Typography>
        {group.length === 1 ? (
          <EntryText entry={entry} />
        ) : (
          <Unbroken text={`${showCount(group.length)} invoices: ${entry.text}`} />
        )}
      </Typography>
      {group.length > 1 && (
        <Typography variant="body2">
          {group.map(({ seq, subject }, index) => (
            <Fragment key={seq}>
              {/* a line could break between a link and its comma */}
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                <Subject subject={subject} />
                {index < group.length - 1 && ','}
              </Box>{' '}
            </Fragment>
          ))}
        </Typography>
      )}
      <Muted>
        <Unbroken text={`${entry.by} · ${momentText(entry.at)}`} />
      </Muted>
    </Box>
  );
}

/** What happened to what; an invoice whose number is in the text is linked there. */
function EntryText({ entry: { subject, text } }: { readonly entry: ActivityEntry }) {
  const at = subject.kind === 'invoice' && subject.name !== null ? text.indexOf(subject.name) : -1;
  const [before, after] =
    at === -1 ? ['', `: ${text}`] : [text.slice(0, at), text.slice(at + (subject.name ?? '').length)];
  return (
    <>
      <Unbroken text={before} />
      <Subject subject={subject} />
      <Unbroken text={after} />
    </>
  );
}

type Kind = ActivityEntry['subject']['kind'];

const SUBJECTS: Readonly<Record<Kind, { readonly label: string; readonly resource: string | null }>> = {
  ...KINDS,
  contact: { label: 'Message', resource: 'contacts' },
  billingRun: { label: 'Billing run', resource: null },
  books: { label: 'Books', resource: null },
};
/** Kinds whose records have no names and are never deleted. */
const NAMELESS: readonly Kind[] = ['payment', 'contact', 'billingRun', 'books'];

function Subject({ subject: { kind, id, name } }: { readonly subject: ActivityEntry['subject'] }) {
  const basename = useBasename();
  const { label, resource } = SUBJECTS[kind];
  if (kind === 'billingRun') {
    return <PageLink to={previewPath(basename, id)} text={`${label} ${formatMonth(id)}`} />;
  }
  if (kind === 'user' && name === null) {
    // a deleted user still has a timeline, and personal data that may have to be erased
    return (
      <RecordLink
        resource="users"
        id={id}
        to={`${basename}/audit/user/${encodeURIComponent(id)}`}
        text={label}
      />
    );
  }
  if (resource === null || (name === null && !NAMELESS.includes(kind))) return <>{name ?? label}</>;
  return <RecordLink resource={resource} id={id} text={name ?? label} />;
}
