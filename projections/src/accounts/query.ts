import { rateInForce } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { type Queryable, readerOf } from '../query/select.ts';
import type { RowOf } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { accounts } from './projector.ts';
import { accountsTable } from './table.ts';

export const ACCOUNTS_VIEW = viewName(accountsTable.name, accounts.version);

/** Adds the company as `a` to rows of `t` that belong to one. */
export const COMPANY_JOIN = `LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = t.account_id`;
/** Where a list looks beside its own rows: rows of `t` whose company's name has the word in it. */
export const COMPANY_SEARCH = `t.account_id = ANY(ARRAY(SELECT id FROM ${ACCOUNTS_VIEW} WHERE lower(company_name) LIKE ?))`;

const { search: _search, ...columns } = accountsTable.columns;
const read = readerOf({ columns, view: ACCOUNTS_VIEW });

/** A company (S1-3, S2-3). Rates in cents per reader and month. */
export interface AccountRow extends Omit<RowOf<typeof columns>, 'default_rates'> {
  /** In force today; null where none is set, so that the system rate of 700 applies. */
  readonly default_reader_rate_cents: number | null;
  readonly default_rates: RowOf<typeof columns>['default_rates'];
}

const shown =
  (today: Day) =>
  (row: RowOf<typeof columns>): AccountRow => ({
    ...row,
    default_reader_rate_cents: rateInForce(row.default_rates, today)?.cents ?? null,
  });

/** One account; null where there is none. Freshness: `accounts`. @param today the billing day it is */
export async function accountById(db: Queryable, id: string, today: Day): Promise<AccountRow | null> {
  return (await accountsByIds(db, [id], today))[0] ?? null;
}

/** These accounts, in no particular order; ids that aren't there are left out. Freshness: `accounts`. */
export async function accountsByIds(
  db: Queryable,
  ids: readonly string[],
  today: Day,
): Promise<readonly AccountRow[]> {
  const rows = await read(db, 'WHERE id = ANY($1::text[])', [ids], 'accounts-by-ids');
  return rows.map(shown(today));
}

const definition: ListDefinition<typeof columns> = {
  columns,
  view: ACCOUNTS_VIEW,
  search: 't.search',
  key: 't.id',
  filters: {
    id: { sql: 't.id', kind: 'text' },
    name: { sql: 't.name', kind: 'text' },
    company_name: { sql: 't.company_name', kind: 'text' },
    company_city: { sql: 't.company_city', kind: 'text' },
    company_state: { sql: 't.company_state', kind: 'text' },
    company_email: { sql: 't.company_email', kind: 'text' },
    dealer_id: { sql: 't.dealer_id', kind: 'text' },
    is_demo: { sql: 't.is_demo', kind: 'boolean' },
    is_demo_account: { sql: 't.is_demo', kind: 'boolean' },
    promotional_pricing_active: { sql: 't.promotional_pricing_active', kind: 'boolean' },
    promotional_license_pricing: { sql: 't.promotional_license_pricing', kind: 'boolean' },
    equipment_purchases_enabled: { sql: 't.equipment_purchases_enabled', kind: 'boolean' },
    demo_pricing: { sql: 't.demo_pricing', kind: 'boolean' },
    created_at: { sql: 't.created_at', kind: 'instant' },
  },
  sorts: {
    id: 't.id',
    name: 't.name',
    company_name: 't.company_name',
    company_city: 't.company_city',
    company_state: 't.company_state',
    company_email: 't.company_email',
    promotional_pricing_active: 't.promotional_pricing_active',
    dealer_id: 't.dealer_id',
    is_demo: 't.is_demo',
    is_demo_account: 't.is_demo',
    created_at: 't.created_at',
  },
  defaultSort: ['company_name', 'ASC'],
};

/** The admin's list of companies. Freshness: `accounts`. @throws InvalidListQuery */
export async function listAccounts(
  db: Queryable,
  query: ListQuery,
  today: Day,
): Promise<ListPage<AccountRow>> {
  const { rows, total } = await readList(db, definition, query);
  return { rows: rows.map(shown(today)), total };
}
