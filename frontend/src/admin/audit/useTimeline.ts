import { type AuditKind, paths, type TimelineEntry } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { localDay } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';
import type { Moment } from '../dataProvider/system.ts';

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
