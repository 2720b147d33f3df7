import { type Day, firstOfNextMonth } from '@portal/domain/values';
import { ACCOUNTS_VIEW, type AccountRow, accountColumns, shownAccount } from '../accounts/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList, readSums } from '../query/list.ts';
import { boolean, cents, integer, type RowOf, readAs } from '../runtime/columns.ts';
import { dayLiteral, type Queryable } from '../runtime/select.ts';
import { SAVED_CARDS_VIEW, savedCardIdSql } from '../savedCards/query.ts';

/** Figures of the company's present mode. Cents. */
const figuresOn = (today: Day) => ({
  active_sites: readAs(integer, 'coalesce(p.active_sites, 0)'),
  /** Of its active sites, on the next billing date. */
  projected_monthly_cents: readAs(cents, projectedMonthlyCentsSql('p', dayLiteral(firstOfNextMonth(today)))),
  /** Of its invoices. */
  open_cents: readAs(
    cents,
    `(SELECT coalesce(sum(i.open_cents), 0)::bigint FROM ${INVOICES_VIEW} i
      WHERE i.account_id = t.id AND i.is_demo = t.is_demo AND i.open_cents > 0)`,
  ),
  has_card: readAs(
    boolean,
    `EXISTS (SELECT FROM ${SAVED_CARDS_VIEW} c WHERE c.id = ${savedCardIdSql('t.id', 't.is_demo')})`,
  ),
});

type Columns = typeof accountColumns & ReturnType<typeof figuresOn>;

/** A company of the list. */
export type ListedAccount = AccountRow & RowOf<ReturnType<typeof figuresOn>>;

const definition = (today: Day): ListDefinition<Columns> => ({
  columns: { ...accountColumns, ...figuresOn(today) },
  view: ACCOUNTS_VIEW,
  joins: `LEFT JOIN ${PROJECTED_INVOICES_VIEW} p ON p.account_id = t.id`,
  aliases: {
    is_demo_account: 'is_demo',
    projected_monthly: 'projected_monthly_cents',
    open_amount: 'open_cents',
  },
  matched: ['t.company_name', 't.dealer_id', 't.name', 't.company_email'],
  defaultSort: ['company_name', 'ASC'],
});

/** What {@link listAccounts} reads. */
export const ACCOUNT_LIST_READS = ['accounts', 'projectedInvoices', 'invoices', 'savedCards'];

/** The admin's list of companies. Freshness: {@link ACCOUNT_LIST_READS}. @throws InvalidListQuery */
export async function listAccounts(
  db: Queryable,
  query: ListQuery,
  today: Day,
): Promise<ListPage<ListedAccount>> {
  const { rows, total } = await readList(db, definition(today), query);
  return { rows: rows.map((row) => ({ ...row, ...shownAccount(row, today) })), total };
}

const sumsOn = (today: Day) => {
  const { projected_monthly_cents: projected, open_cents: open } = figuresOn(today);
  return {
    is_demo: readAs(boolean, 't.is_demo'),
    projected_monthly: readAs(cents, `coalesce(sum(${projected.from}), 0)::bigint`),
    open_amount: readAs(cents, `coalesce(sum(${open.from}), 0)::bigint`),
  };
};

/** Cents of the companies that {@link listAccounts} finds, by mode. @throws InvalidListQuery */
export const accountTotals = (db: Queryable, query: ListQuery, today: Day) =>
  readSums(db, definition(today), query, { sums: sumsOn(today), by: ['is_demo'] });
