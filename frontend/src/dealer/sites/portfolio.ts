import type { Site } from '@portal/contract';

/** A dealer with more sites than this finds them by search, order and pages. */
export const PER_PAGE = 10;

/** The orders one may choose from, the first unless told. */
export const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Site name',
  city: 'City',
  readers: 'Most readers',
} as const;
export type Order = keyof typeof ORDERS;

export const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(ORDERS, text);

const text = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' });
const byName = (a: Site, b: Site) => text(a.site_name, b.site_name) || text(a.id, b.id);
const COMPARE: Readonly<Record<Order, (a: Site, b: Site) => number>> = {
  newest: (a, b) => text(b.created_at, a.created_at) || byName(a, b),
  oldest: (a, b) => text(a.created_at, b.created_at) || byName(a, b),
  name: byName,
  city: (a, b) => text(a.site_city, b.site_city) || byName(a, b),
  readers: (a, b) => Number(b.number_of_readers) - Number(a.number_of_readers) || byName(a, b),
};

/** The sites in whose name or address every word of `search` stands, in the order asked for. */
export function arrange(sites: readonly Site[], search: string, order: Order): readonly Site[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sites
    .filter((site) => {
      const { site_name, site_address, site_city, site_state, site_zip } = site;
      const where = [site_name, site_address, site_city, site_state, site_zip].join(' ').toLowerCase();
      return words.every((word) => where.includes(word));
    })
    .toSorted(COMPARE[order]);
}

/** A page of a list, counted from 1; one beyond the last is the last. */
export function pageOf<Row>(rows: readonly Row[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = Math.min(Math.max(1, Number.isInteger(wanted) ? wanted : 1), pages);
  const first = (page - 1) * PER_PAGE;
  return { page, pages, first, shown: rows.slice(first, first + PER_PAGE) };
}
