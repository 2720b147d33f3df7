import { type AuditKind, type HistoryEntry, paths, type TimelineEntry } from '@portal/contract';
import { HistoryList } from './HistoryList.tsx';

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
