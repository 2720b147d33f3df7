import { promotionalEndDate, rateInForce, type SiteStatus } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { ACCOUNTS_VIEW, COMPANY_JOIN, COMPANY_NAME } from '../accounts/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { datedRecordsOf, shownColumns } from '../query/rowSource.ts';
import { boolean, day, integer, optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';
import { dealerSites, dealerSitesTable } from './projector.ts';

export const DEALER_SITES_VIEW = dealerSites.views.sites;

const own = shownColumns(dealerSitesTable);
const columns = {
  ...own,
  company_name: COMPANY_NAME,
  promotional_pricing_active: readAs(optional(boolean), 'a.promotional_pricing_active'),
  promotional_months: readAs(optional(integer), 'a.promotional_months'),
  promotional_start_date: readAs(optional(day), 'a.promotional_start_date'),
  paid_in_test_mode: readAs(boolean, 'COALESCE(o.test_mode, false)'),
};
const ORDERS_JOIN = `LEFT JOIN ${ORDERS_VIEW} o ON o.id = t.order_id`;
const source = {
  columns,
  view: DEALER_SITES_VIEW,
  joins: `${COMPANY_JOIN} ${ORDERS_JOIN}`,
};

/** A site (S1-3, S2-3). Rates in cents per reader per month. */
export interface SiteRow extends RowOf<typeof own> {
  readonly company_name: string | null;
  /** Status is not inactive (rule B8). */
  readonly is_active: boolean;
  /** The site's own rate in force today; null for none. */
  readonly custom_reader_rate_cents: number | null;
  /** The account's promotion is on. */
  readonly is_promotional_pricing: boolean;
  /** Last day at the promotional rate (rule B5); null without promotion or activation. */
  readonly promotional_end_date: Day | null;
  /** The dealer raised the number of panels and no administrator has saved the site since (rule D12). */
  readonly panels_raised: boolean;
  /** Paid with test money (rule B24). Freshness of this alone: `orders`. */
  readonly paid_in_test_mode: boolean;
}

/** Adds derived fields in place: copying 34 columns would cost more than reading them. */
function shown(row: RowOf<typeof columns>, today: Day): SiteRow {
  const { promotional_pricing_active: active, promotional_months: months, promotional_start_date } = row;
  const terms = { active: active ?? false, months: months ?? 1, startDate: promotional_start_date };
  return Object.assign(row, {
    is_active: row.status !== 'inactive',
    custom_reader_rate_cents: rateInForce(row.custom_rates, today)?.cents ?? null,
    is_promotional_pricing: terms.active,
    promotional_end_date: promotionalEndDate(terms, row.first_active_on),
    panels_raised: row.panels > row.agreed_panels,
  });
}

const { read, byId, byIds } = datedRecordsOf(source, shown);

/** One site, or null. Freshness: `dealerSites`, `accounts`. @param today the billing day */
export const siteById = byId;

/** These sites, in no particular order; unknown ids are left out. Freshness: `dealerSites`, `accounts`. */
export const sitesByIds = byIds;

/** The states of these sites, as they are written in their addresses. Freshness: `dealerSites`. */
export const siteStates = (
  db: Queryable,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly site_state: string | null }[]> =>
  selectRows(
    db,
    { id: text, site_state: optional(text) },
    `SELECT id, site_state FROM ${DEALER_SITES_VIEW} WHERE id = ANY($1::text[])`,
    [ids],
  );

/** An account's sites, all or of one status, the newest first. Freshness: `dealerSites`, `accounts`. */
export function sitesOfAccount(
  db: Queryable,
  accountId: string,
  today: Day,
  status?: SiteStatus,
): Promise<readonly SiteRow[]> {
  return read(
    db,
    today,
    'WHERE t.account_id = $1 AND ($2::text IS NULL OR t.status = $2) ORDER BY t.created_at DESC, t.id',
    [accountId, status ?? null],
  );
}

const definition: ListDefinition<typeof columns> = {
  ...source,
  searchAlso: {
    column: 't.account_id',
    ids: `SELECT id FROM ${ACCOUNTS_VIEW} WHERE company_name_key LIKE ?`,
  },
  aliases: { number_of_readers: 'readers', number_of_acu_panels: 'panels' },
  filters: {
    is_active: { sql: "(t.status <> 'inactive')", kind: 'boolean' },
    reader_change_requested: { sql: '(t.requested_readers IS NOT NULL)', kind: 'boolean' },
    panels_raised: { sql: '(t.panels > t.agreed_panels)', kind: 'boolean' },
  },
  sorts: {
    company_name: {
      sql: 'a.company_name_key',
      joins: `JOIN ${ACCOUNTS_VIEW} a ON a.id = t.account_id ${ORDERS_JOIN}`,
    },
    is_active: "(t.status <> 'inactive')",
  },
  matched: [
    't.site_name',
    "concat_ws(' ', t.site_address, t.site_city, t.site_state, t.site_zip)",
    't.site_city',
  ],
  defaultSort: ['created_at', 'DESC'],
};

/** The admin's list of sites. Freshness: `dealerSites`, `accounts`. @throws InvalidListQuery */
export async function listSites(db: Queryable, query: ListQuery, today: Day): Promise<ListPage<SiteRow>> {
  const { rows, total } = await readList(db, definition, query);
  return { rows: rows.map((row) => shown(row, today)), total };
}
