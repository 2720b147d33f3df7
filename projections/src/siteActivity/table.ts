import { integer, json, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** A period in which a site was active for one company with one reader count. ISO instants. */
export interface Span {
  readonly accountId: string;
  /** When the site became active. A change of readers or company begins a new span and keeps it. */
  readonly since: string;
  readonly from: string;
  /** Null while active. */
  readonly to: string | null;
  readonly readers: number;
}

/** The start or end of a site's activity. */
export interface Switch {
  readonly accountId: string;
  readonly name: string;
  readonly kind: 'addition' | 'deactivation';
  /** As shown in reports. */
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

/** One row per site, also deleted ones, because reports cover the past. */
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
