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

/** What one event does to a site, and what it adds to the site's past. */
class Activity {
  readonly #place: string;
  readonly #at: string;
  #site: Site;
  period: Period | undefined;
  addition: Switch | undefined;
  deactivation: Switch | undefined;

  constructor(site: Site, { revision, metadata }: PortalEnvelope) {
    this.#site = site;
    this.#place = placeOf(site.id, revision);
    this.#at = metadata.recordedAt;
  }

  get site(): Site {
    return this.#site;
  }

  get isActive(): boolean {
    return this.#site.from_at !== null;
  }

  set(changed: Partial<Site>): void {
    this.#site = { ...this.#site, ...changed };
  }

  begin(changeType: Begin): void {
    if (this.isActive) return;
    this.set({ since: this.#at, from_at: this.#at });
    this.addition = this.#switched('addition', changeType);
  }

  end(changeType: End): void {
    if (!this.isActive) return;
    this.#endPeriod();
    this.set({ since: null, from_at: null });
    this.deactivation = this.#switched('deactivation', changeType);
  }

  changeReaders(readers: number): void {
    if (this.isActive) {
      this.#endPeriod();
      this.set({ from_at: this.#at });
    }
    this.set({ readers });
  }

  #endPeriod(): void {
    const { id: site_id, account_id, since, from_at, readers } = this.#site;
    if (since === null || from_at === null) return;
    this.period = { key: this.#place, site_id, account_id, since, from_at, to_at: this.#at, readers };
  }

  #switched(kind: 'addition' | 'deactivation', change_type: Begin | End): Switch {
    const { id: site_id, account_id, site_name, readers } = this.#site;
    const key = switchKey(this.#place, kind);
    return { key, site_id, account_id, site_name, kind, change_type, at: this.#at, readers };
  }
}

const placeOf = (siteId: string, revision: bigint) => `${siteId}@${revision}`;
const switchKey = (place: string, kind: string) => `${place} ${kind}`;

function change(
  rows: Tables,
  siteId: string,
  envelope: PortalEnvelope,
  act: (activity: Activity) => void,
): void {
  let done: Activity | undefined;
  rows.sites.update(siteId, (site) => {
    done = new Activity(site, envelope);
    act(done);
    return done.site;
  });
  const place = placeOf(siteId, envelope.revision);
  rows.periods.set(place, () => done?.period);
  rows.switches.set(switchKey(place, 'addition'), () => done?.addition);
  rows.switches.set(switchKey(place, 'deactivation'), () => done?.deactivation);
}

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
      change(rows, data.siteId, envelope, (activity) => activity.begin('Added'));
    },
    SiteApproved: ({ siteId }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => activity.begin('Approved')),
    SiteReactivated: ({ siteId }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => activity.begin('Reactivated')),
    SiteDeactivated: ({ siteId }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => activity.end('Deactivated')),
    SiteDeleted: ({ siteId }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => activity.end('Deleted')),
    SiteDetailsChanged: ({ siteId, siteName }, rows) =>
      rows.sites.update(siteId, (site) => ({ ...site, site_name: siteName })),
    ReaderCountChanged: ({ siteId, readers }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => activity.changeReaders(readers)),
    SiteAssignedToCompany: ({ siteId, accountId, siteName }, rows, envelope) =>
      change(rows, siteId, envelope, (activity) => {
        const { isActive } = activity;
        activity.end('Moved out');
        activity.set({ account_id: accountId, site_name: siteName });
        if (isActive) activity.begin('Moved in');
      }),
  },
});
