import type { Site } from '@portal/contract';
import { nameKey } from '@portal/domain/values';
import { useSearchParams } from 'react-router';

/** The site tabs, their text when empty, and whether it offers a new site (S2-2, Dealer dashboard). */
export const SITE_TABS = {
  active: {
    label: 'Active Sites',
    empty: 'No active sites found. Create a new site to get started.',
    offersNew: true,
  },
  pending: { label: 'Pending', empty: 'No pending sites found.', offersNew: false },
  inactive: { label: 'Inactive', empty: 'No inactive sites found.', offersNew: false },
  all: { label: 'All Sites', empty: 'No sites found. Create a new site to get started.', offersNew: true },
} as const;

type SiteTab = keyof typeof SITE_TABS;
export type DashboardTab = SiteTab | 'migrations';

export const TAB_ORDER: readonly DashboardTab[] = ['active', 'pending', 'migrations', 'inactive', 'all'];

/** What an order created, in the state of the location: the address stays /dealer-dashboard (S1-2-new-site-1). */
export interface Ordered {
  readonly tab: 'pending' | 'migrations';
  readonly entries: readonly { readonly id: string; readonly name: string }[];
}

export function sitesOf(tab: SiteTab, sites: readonly Site[]): readonly Site[] {
  return tab === 'all' ? sites : sites.filter((site) => site.status === tab);
}

/** Sort orders; the first is the default. */
export const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Site name',
  city: 'City',
  readers: 'Most readers',
} as const;
export type Order = keyof typeof ORDERS;

export const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(ORDERS, text);

/** A site with the keys of its name and city. */
interface Keyed {
  readonly site: Site;
  readonly name: string;
  readonly city: string;
}

const { compare: text } = new Intl.Collator('en', { numeric: true });
const byName = (a: Keyed, b: Keyed) => text(a.name, b.name) || text(a.site.id, b.site.id);
const COMPARE: Readonly<Record<Order, (a: Keyed, b: Keyed) => number>> = {
  newest: (a, b) => text(b.site.created_at, a.site.created_at) || byName(a, b),
  oldest: (a, b) => text(a.site.created_at, b.site.created_at) || byName(a, b),
  name: byName,
  city: (a, b) => text(a.city, b.city) || byName(a, b),
  readers: (a, b) => Number(b.site.number_of_readers) - Number(a.site.number_of_readers) || byName(a, b),
};

/** The sites whose name and address contain every word of `search`, sorted. */
export function arrange(sites: readonly Site[], search: string, order: Order): readonly Site[] {
  const words = nameKey(search).split(' ').filter(Boolean);
  return sites
    .filter((site) => {
      const { site_name, site_address, site_city, site_state, site_zip } = site;
      const where = nameKey([site_name, site_address, site_city, site_state, site_zip].join(' '));
      return words.every((word) => where.includes(word));
    })
    .map((site) => ({ site, name: nameKey(site.site_name), city: nameKey(site.site_city) }))
    .sort(COMPARE[order])
    .map(({ site }) => site);
}

type Choice = { readonly q: string } | { readonly sort: Order } | { readonly page: number };

/** Search, sort order and page, kept in the address. */
export function usePortfolio() {
  const [query, setQuery] = useSearchParams();
  const sort = query.get('sort');
  return {
    search: query.get('q') ?? '',
    order: isOrder(sort) ? sort : 'newest',
    page: Number(query.get('page') ?? 1),
    choose: (choice: Choice) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          // a new search or order begins on its first page
          next.delete('page');
          for (const [name, value] of Object.entries(choice)) {
            if (value === '' || value === 'newest' || value === 1) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true },
      ),
  } as const;
}
