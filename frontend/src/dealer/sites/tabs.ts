import type { Site } from '@portal/contract';

/** The site tabs and what they say when empty (spec 2, section 2, Dealer dashboard). */
export const SITE_TABS = {
  active: { label: 'Active Sites', empty: 'No active sites found. Create a new site to get started.' },
  pending: { label: 'Pending', empty: 'No pending sites found.' },
  inactive: { label: 'Inactive', empty: 'No inactive sites found.' },
  all: { label: 'All Sites', empty: 'No sites found. Create a new site to get started.' },
} as const;

export type SiteTab = keyof typeof SITE_TABS;
export type DashboardTab = SiteTab | 'migrations';

export const TAB_ORDER: readonly DashboardTab[] = ['active', 'pending', 'migrations', 'inactive', 'all'];

/** The sites that a tab shows. */
export function sitesOf(tab: SiteTab, sites: readonly Site[]): readonly Site[] {
  return tab === 'all' ? sites : sites.filter((site) => site.status === tab);
}
