import { accountStream, type CompanyRecords, portalEvents } from '@portal/domain';
import { emailKey } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { CONTACTS_VIEW } from '../contacts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { DISPUTES_VIEW } from '../disputes/query.ts';
import { HAS_CREDIT, INVOICES_VIEW } from '../invoices/query.ts';
import { migrations } from '../migrations/projector.ts';
import { NOTES_VIEW } from '../notes/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { boolean, cents, instant, integer, json, optional, type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';

/** Projections that {@link companyRecords} reads. */
export const COMPANY_RECORD_READS = ['dealerSites', 'migrations', 'orders', 'disputes', 'notes'] as const;

/** Ids of a company's records with personal fields under its key. Freshness: {@link COMPANY_RECORD_READS}. */
export async function companyRecords(db: Queryable, accountId: string): Promise<CompanyRecords> {
  const idsIn = (view: string) =>
    `coalesce((SELECT json_agg(id ORDER BY id) FROM ${view} WHERE account_id = $1), '[]')`;
  const ids = json<readonly string[]>();
  const [row] = await selectRows(
    db,
    { siteIds: ids, migrationIds: ids, orderIds: ids, disputeIds: ids, noteIds: ids },
    `SELECT ${[DEALER_SITES_VIEW, migrations.views.migrations, ORDERS_VIEW, DISPUTES_VIEW, NOTES_VIEW].map(idsIn).join(', ')}`,
    [accountId],
  );
  return row ?? { siteIds: [], migrationIds: [], orderIds: [], disputeIds: [], noteIds: [] };
}

/** Event types with personal fields under a company's key. */
const UNDER_COMPANY_KEY = Object.values(portalEvents)
  .filter(({ personal }) => personal.some(({ subject }) => subject === 'account'))
  .map(({ type }) => type);

/**
 * Streams with events of {@link UNDER_COMPANY_KEY} after the company's last CompanyDataErased. Freshness: `logIndex`.
 */
export async function streamsWrittenSinceErasure(
  db: Queryable,
  accountId: string,
): Promise<readonly string[]> {
  return selectColumn(
    db,
    text,
    `SELECT DISTINCT stream FROM log_index
     WHERE accounts @> ARRAY[$1] AND type = ANY($2::text[])
       AND seq > (SELECT max(seq) FROM log_index WHERE stream = $3 AND type = 'CompanyDataErased')
     ORDER BY stream`,
    [accountId, UNDER_COMPANY_KEY, accountStream(accountId)],
  );
}

const CONTACT = { id: text, email: text, subject: text, created_at: instant };

/** Contact form messages from these email addresses, ignoring case and the form of the domain. Freshness: `contacts`. */
export async function contactsFrom(
  db: Queryable,
  emails: readonly string[],
): Promise<readonly RowOf<typeof CONTACT>[]> {
  return selectRows(
    db,
    CONTACT,
    `SELECT id, email, subject, created_at FROM ${CONTACTS_VIEW} WHERE email_key = ANY($1::text[]) ORDER BY id`,
    [emails.map(emailKey)],
  );
}

/** Credit of recorded money, which is of neither mode (rule B32), counts in the company's. */
const moneyOf = (accounts: string) => `
  SELECT * FROM (
    SELECT a.id AS account_id, m.is_demo,
      coalesce(sum(i.open_cents) FILTER (WHERE i.is_demo = m.is_demo), 0)::bigint AS open_cents,
      sum(CASE WHEN m.is_demo THEN i.unused_demo_cents ELSE i.unused_live_cents END
        + CASE WHEN a.is_demo = m.is_demo THEN i.unused_recorded_cents ELSE 0 END)::bigint AS credit_cents
    FROM ${ACCOUNTS_VIEW} a
      JOIN ${INVOICES_VIEW} i ON i.account_id = a.id AND (i.open_cents > 0 OR ${HAS_CREDIT})
      CROSS JOIN (VALUES (false), (true)) AS m (is_demo)
    WHERE ${accounts} GROUP BY a.id, m.is_demo
  ) money WHERE open_cents > 0 OR credit_cents > 0 ORDER BY account_id, is_demo`;

/** Open amount and unused credit of a company in one mode. */
const MONEY = { account_id: text, is_demo: boolean, open_cents: cents, credit_cents: cents };

/** Open amounts and unused credit of these companies, by mode; nothing for none. Freshness: `accounts`, `invoices`. */
export async function moneyOfAccounts(
  db: Queryable,
  accountIds: readonly string[],
): Promise<readonly RowOf<typeof MONEY>[]> {
  return selectRows(db, MONEY, moneyOf('a.id = ANY($1::text[])'), [accountIds]);
}

/** The same of companies without users. Freshness: `accounts`, `invoices`. */
export async function moneyWithoutUser(db: Queryable): Promise<readonly RowOf<typeof MONEY>[]> {
  return selectRows(db, MONEY, moneyOf('a.first_user_id IS NULL'));
}

/** Number of these companies' invoices that still have a Bill To, and the newest one's period. Freshness: `invoices`. */
export async function keptBillTo(
  db: Queryable,
  accountIds: readonly string[],
): Promise<{ readonly invoices: number; readonly newest: string | null }> {
  const [row] = await selectRows(
    db,
    { invoices: integer, newest: optional(text) },
    `SELECT count(*), max(period) FROM ${INVOICES_VIEW} WHERE account_id = ANY($1::text[]) AND bill_to IS NOT NULL`,
    [accountIds],
  );
  return row ?? { invoices: 0, newest: null };
}

const BILL_TO_OF_YEAR = { accountId: text, year: text, invoiceIds: json<readonly string[]>() };

/** Invoices with a Bill To of periods before a year, by company and year. Freshness: `invoices`. */
export async function billToBefore(
  db: Queryable,
  year: number,
): Promise<readonly RowOf<typeof BILL_TO_OF_YEAR>[]> {
  return selectRows(
    db,
    BILL_TO_OF_YEAR,
    `SELECT account_id, left(period, 4) AS year, json_agg(id ORDER BY id) FROM ${INVOICES_VIEW}
     WHERE period < $1 AND bill_to IS NOT NULL GROUP BY 1, 2 ORDER BY 2, 1`,
    [`${year}-01`],
  );
}
