import type { RowOf } from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { type Switch, siteActivityTable } from './table.ts';

type Activity = RowOf<typeof siteActivityTable.columns>;

const newSite = ({
  siteId,
  accountId,
  siteName,
  readers,
}: DataOf<'SiteRequested' | 'SiteAdded'>): Activity => ({
  id: siteId,
  account_id: accountId,
  site_name: siteName,
  readers,
  spans: [],
  switches: [],
});

/** The span that has not ended, if any. */
const openSpan = ({ spans }: Activity) => {
  const last = spans.at(-1);
  return last?.to === null ? last : undefined;
};

/** Ends the open span. */
function closed(site: Activity, at: string): Activity {
  const open = openSpan(site);
  return open === undefined ? site : { ...site, spans: [...site.spans.slice(0, -1), { ...open, to: at }] };
}

function opened(site: Activity, at: string, since = at): Activity {
  const { account_id: accountId, readers } = site;
  return { ...site, spans: [...site.spans, { accountId, since, from: at, to: null, readers }] };
}

function switched(site: Activity, changeType: Switch['changeType'], at: string): Activity {
  const { account_id: accountId, site_name: name, readers } = site;
  const begins = ['Added', 'Approved', 'Reactivated', 'Moved in'].includes(changeType);
  const kind = begins ? 'addition' : 'deactivation';
  return { ...site, switches: [...site.switches, { accountId, name, kind, changeType, at, readers }] };
}

const activated = (site: Activity, changeType: Switch['changeType'], at: string) =>
  openSpan(site) === undefined ? switched(opened(site, at), changeType, at) : site;
const ended = (site: Activity, changeType: Switch['changeType'], at: string) =>
  openSpan(site) === undefined ? site : switched(closed(site, at), changeType, at);

const at = ({ metadata }: PortalEnvelope) => metadata.recordedAt;

/** When each site was active, for which company, with how many readers (S2-2-reports). */
export const siteActivity = defineProjection({
  name: 'siteActivity',
  version: 1,
  personal: false,
  tables: { sites: siteActivityTable },
  handlers: {
    SiteRequested: (data, rows) => rows.sites.put(newSite(data)),
    SiteAdded: (data, rows, envelope) => rows.sites.put(activated(newSite(data), 'Added', at(envelope))),
    SiteApproved: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => activated(site, 'Approved', at(envelope))),
    SiteReactivated: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => activated(site, 'Reactivated', at(envelope))),
    SiteDeactivated: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ended(site, 'Deactivated', at(envelope))),
    SiteDeleted: ({ siteId }, rows, envelope) =>
      rows.sites.update(siteId, (site) => ended(site, 'Deleted', at(envelope))),
    SiteDetailsChanged: ({ siteId, siteName }, rows) =>
      rows.sites.update(siteId, (site) => ({ ...site, site_name: siteName })),
    ReaderCountChanged: ({ siteId, readers }, rows, envelope) =>
      rows.sites.update(siteId, (site) => {
        const open = openSpan(site);
        const now = { ...closed(site, at(envelope)), readers };
        return open === undefined ? now : opened(now, at(envelope), open.since);
      }),
    SiteAssignedToCompany: ({ siteId, accountId, siteName }, rows, envelope) =>
      rows.sites.update(siteId, (site) => {
        const isActive = openSpan(site) !== undefined;
        const left = ended(site, 'Moved out', at(envelope));
        const moved = { ...left, account_id: accountId, site_name: siteName };
        return isActive ? activated(moved, 'Moved in', at(envelope)) : moved;
      }),
  },
});
