import { nameKey } from '@portal/domain/values';
import { instant, integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
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

type Site = RowOf<typeof activeSitesTable.columns>;
type Period = RowOf<typeof activePeriodsTable.columns>;
type Switch = RowOf<typeof activitySwitchesTable.columns>;
type Begin = 'Added' | 'Approved' | 'Reactivated' | 'Moved in';
type End = 'Deactivated' | 'Deleted' | 'Moved out';

interface Tables {
  readonly sites: Rows<Site>;
  readonly periods: Rows<Period>;
  readonly switches: Rows<Switch>;
}

const newSite = ({ siteId, accountId, siteName, readers }: DataOf<'SiteRequested' | 'SiteAdded'>): Site => ({
  id: siteId,
  account_id: accountId,
  site_name: siteName,
  readers,
  since: null,
  from_at: null,
});

/**
 * Changes a site; while it is active, its period ends and the next one begins.
 * @param listed how reports list a site that becomes active or inactive by it; both for one that changes its company
 */
const change =
  <D extends { readonly siteId: string }>(
    { begins, ends }: { readonly begins?: Begin; readonly ends?: End } = {},
    changed?: (data: D) => Partial<Site>,
  ) =>
  (data: D, rows: Tables, { revision, metadata: { recordedAt: at } }: PortalEnvelope): void => {
    const key = `${data.siteId}@${revision}`;
    let period: Period | undefined;
    const switches: { addition?: Switch; deactivation?: Switch } = {};
    const list = (kind: keyof typeof switches, site: Site, change_type: Begin | End) => {
      const { id: site_id, account_id, site_name, readers } = site;
      switches[kind] = {
        key: `${key} ${kind}`,
        site_id,
        account_id,
        site_name,
        kind,
        change_type,
        at,
        readers,
      };
    };
    rows.sites.update(data.siteId, (site) => {
      const { id: site_id, account_id, since, from_at, readers } = site;
      const wasActive = since !== null && from_at !== null;
      if (wasActive && begins !== undefined && ends === undefined) return site;
      const isActive =
        ends === undefined ? wasActive || begins !== undefined : wasActive && begins !== undefined;
      if (wasActive) period = { key, site_id, account_id, since, from_at, to_at: at, readers };
      const goesOn = wasActive && ends === undefined;
      const times = isActive ? { since: goesOn ? since : at, from_at: at } : { since: null, from_at: null };
      const after = { ...site, ...changed?.(data), ...times };
      if (wasActive && ends !== undefined) list('deactivation', site, ends);
      if (isActive && begins !== undefined) list('addition', after, begins);
      return after;
    });
    rows.periods.set(key, () => period);
    for (const kind of ['addition', 'deactivation'] as const)
      rows.switches.set(`${key} ${kind}`, () => switches[kind]);
  };

const added = change({ begins: 'Added' });

/** When each site was active, for which company, with how many readers (S2-2-reports). */
export const siteActivity = defineProjection({
  name: 'siteActivity',
  version: 3,
  personal: false,
  tables: { sites: activeSitesTable, periods: activePeriodsTable, switches: activitySwitchesTable },
  handlers: {
    SiteRequested: (data, rows) => rows.sites.put(newSite(data)),
    SiteAdded: (data, rows, envelope) => {
      rows.sites.put(newSite(data));
      added(data, rows, envelope);
    },
    SiteApproved: change({ begins: 'Approved' }),
    SiteReactivated: change({ begins: 'Reactivated' }),
    SiteDeactivated: change({ ends: 'Deactivated' }),
    SiteDeleted: change({ ends: 'Deleted' }),
    SiteDetailsChanged: ({ siteId, siteName }, rows) =>
      rows.sites.update(siteId, (site) => ({ ...site, site_name: siteName })),
    ReaderCountChanged: change({}, ({ readers }) => ({ readers })),
    SiteAssignedToCompany: change({ begins: 'Moved in', ends: 'Moved out' }, ({ accountId, siteName }) => ({
      account_id: accountId,
      site_name: siteName,
    })),
  },
});
