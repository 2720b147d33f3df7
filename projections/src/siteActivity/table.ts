import { integer, json, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** A stretch of time in which a site was active for one company with one reader count. Instants are ISO texts. */
export interface Span {
  readonly accountId: string;
  /** When it became active; a change of readers or a move to another company begins a span, not an activity. */
  readonly since: string;
  readonly from: string;
  /** Null while it lasts. */
  readonly to: string | null;
  readonly readers: number;
}

/** A site that began or ended to be active. */
export interface Switch {
  readonly accountId: string;
  readonly name: string;
  readonly kind: 'addition' | 'deactivation';
  /** As the reports name it. */
  readonly changeType:
    | 'Added'
    | 'Approved'
    | 'Reactivated'
    | 'Deactivated'
    | 'Deleted'
    | 'Moved in'
    | 'Moved out';
  readonly at: string;
  readonly readers: number;
}

/** One row a site, deleted ones included: what happened before it was deleted stays true. */
export const siteActivityTable = defineTable({
  name: 'site_activity',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    site_name: text,
    readers: integer,
    spans: json<readonly Span[]>(),
    switches: json<readonly Switch[]>(),
  },
  indexes: ['(account_id)'],
});
