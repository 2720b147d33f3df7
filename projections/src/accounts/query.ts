import { rateInForce } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { datedRecordsOf, shownColumns } from '../query/rowSource.ts';
import { boolean, optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { accounts, accountsTable } from './projector.ts';

export const ACCOUNTS_VIEW = accounts.views.accounts;

/** Adds the company as `a` to rows of `t`. */
export const COMPANY_JOIN = `LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = t.account_id`;
/** The company's name in rows of `t`. */
export const COMPANY_NAME = readAs(optional(text), 'a.company_name', 'a.company_name_key');
/** Searches rows of `t` by the name of their company too. */
export const COMPANY_SEARCH = `t.account_id = ANY(ARRAY(SELECT id FROM ${ACCOUNTS_VIEW} WHERE company_name_key LIKE ?))`;

export const accountColumns = shownColumns(accountsTable);

/** A company (S1-3, S2-3). Rates in cents per reader per month. */
export interface AccountRow extends RowOf<typeof accountColumns> {
  /** In force today; null if none is set, so that the system rate of 700 applies. */
  readonly default_reader_rate_cents: number | null;
}

/** With the rate that is in force. */
export const shownAccount = (row: RowOf<typeof accountColumns>, today: Day): AccountRow => ({
  ...row,
  default_reader_rate_cents: rateInForce(row.default_rates, today)?.cents ?? null,
});

const { byId, byIds } = datedRecordsOf({ columns: accountColumns, view: ACCOUNTS_VIEW }, shownAccount);

/** One account, or null. Freshness: `accounts`. @param today the billing day */
export const accountById = byId;

/** These accounts, in no particular order; unknown ids are left out. Freshness: `accounts`. */
export const accountsByIds = byIds;

/** Whether there are companies, and all are demo ones. Freshness: `accounts`. */
export async function hasDemoCompaniesOnly(db: Queryable): Promise<boolean> {
  const [all] = await selectColumn(
    db,
    boolean,
    `SELECT coalesce(bool_and(is_demo), false) FROM ${ACCOUNTS_VIEW}`,
  );
  return all === true;
}

const companyColumns = { id: text, company_name: optional(text), dealer_id: optional(text) };

/** A company as a report names it. */
export type NamedCompany = RowOf<typeof companyColumns>;

/** All companies in the order of their names. Freshness: `accounts`. */
export const companiesByName = (db: Queryable): Promise<readonly NamedCompany[]> =>
  selectRows(
    db,
    companyColumns,
    `SELECT id, company_name, dealer_id FROM ${ACCOUNTS_VIEW} ORDER BY company_name_key, dealer_id, id`,
  );
