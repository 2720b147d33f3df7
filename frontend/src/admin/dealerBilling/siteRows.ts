import type { BillingSummary, Site } from '@portal/contract';

type Charge = BillingSummary['charges'][number];

/** A site as the page lists it; `charge` is what the next invoice would bill for it. */
export interface SiteRow {
  readonly site: Site;
  /** Null for inactive sites, which are not billed. */
  readonly charge: Charge | null;
}

/** The filters of the site table, in the spec's order. */
export const SITE_FILTERS = ['active', 'pending', 'inactive', 'all'] as const;
export type SiteFilter = (typeof SITE_FILTERS)[number];

export const FILTER_LABELS: Readonly<Record<SiteFilter, string>> = {
  active: 'Active',
  pending: 'Pending',
  inactive: 'Inactive',
  all: 'All',
};

/** Sites with what the billing code says each will cost. */
export function siteRows(sites: readonly Site[], charges: readonly Charge[]): readonly SiteRow[] {
  const bySite = new Map(charges.map((charge) => [charge.site_id, charge]));
  return sites.map((site) => ({ site, charge: bySite.get(site.id) ?? null }));
}

export function rowsOf(filter: SiteFilter, rows: readonly SiteRow[]): readonly SiteRow[] {
  return filter === 'all' ? rows : rows.filter(({ site }) => site.status === filter);
}
