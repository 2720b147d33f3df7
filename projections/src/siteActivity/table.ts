import { nameKey } from '@portal/domain/values';
import { instant, integer, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per site, also deleted ones, because reports cover the past. While active, with the period that has not ended. */
export const activeSitesTable = defineTable({
  name: 'active_sites',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    site_name: text,
    readers: integer,
    /** When the site became active; null while it is not. */
    since: optional(instant),
    /** When it became active, or its readers or company changed; null while it is not active. */
    from_at: optional(instant),
  },
  indexes: ['(account_id)'],
  keys: { site_name: nameKey },
});

/** Ended periods in which a site was active for one company with one reader count. A row for each: their number is unlimited. */
export const activePeriodsTable = defineTable({
  name: 'active_periods',
  key: 'key',
  columns: {
    /** `<site>@<revision of the event that ended it>` */
    key: text,
    site_id: text,
    account_id: text,
    since: instant,
    from_at: instant,
    to_at: instant,
    readers: integer,
  },
});

/** Starts and ends of sites' activity, as reports list them. */
export const activitySwitchesTable = defineTable({
  name: 'activity_switches',
  key: 'key',
  columns: {
    /** `<site>@<revision> <kind>` */
    key: text,
    site_id: text,
    account_id: text,
    site_name: text,
    /** `addition` or `deactivation` */
    kind: text,
    /** As shown in reports. */
    change_type: text,
    at: instant,
    readers: integer,
  },
  indexes: ['(at)'],
});
