import { type AuditKind, paths, type StateAt, type TimelineEntry } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';
import { localDay } from '../../shared/text.ts';

/** Every event of a record, or of all of a company's records, oldest first. */
export function useTimeline(kind: AuditKind, id: string, scope: 'own' | 'all') {
  const path = `${paths.admin.timeline(kind, id)}${scope === 'all' ? '?scope=all' : ''}`;
  return useQuery({ queryKey: [path], queryFn: () => read(path) as Promise<TimelineEntry[]> });
}

/** The last event or instant that counts. */
export type Moment = { readonly seq: number } | { readonly at: string };

/** A record's state at a moment and today. Keeps the previous answer while it reads. */
export function useStateAt(kind: AuditKind, id: string, moment: Moment) {
  const query = 'seq' in moment ? `seq=${moment.seq}` : `at=${encodeURIComponent(moment.at)}`;
  const path = `${paths.admin.stateAt(kind, id)}?${query}`;
  return useQuery({
    queryKey: [path],
    queryFn: () => read(path) as Promise<StateAt>,
    placeholderData: keepPreviousData,
  });
}

/** The filters of a timeline; blank for all. */
export interface TimelineFilter {
  readonly type: string;
  readonly actor: string;
  /** Local days, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

/** The entries that match the filter. */
export function filtered(
  entries: readonly TimelineEntry[],
  { type, actor, from, to }: TimelineFilter,
): readonly TimelineEntry[] {
  return entries.filter((entry) => {
    const day = localDay(new Date(entry.at));
    return (
      (type === '' || entry.type === type) &&
      (actor === '' || entry.actor.name === actor) &&
      (from === '' || day >= from) &&
      (to === '' || day <= to)
    );
  });
}
