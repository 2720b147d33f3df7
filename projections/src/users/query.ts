import { emailPreferencesOf, type RateFact, rateInForce } from '@portal/domain';
import { type Day, type EmailPreferenceFlags, emailKey } from '@portal/domain/values';
import { COMPANY_JOIN } from '../accounts/query.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList, readSums } from '../query/list.ts';
import { datedRecordsOf, readerOf, shownColumns } from '../query/rowSource.ts';
import { boolean, cents, integer, json, optional, type RowOf, readAs } from '../runtime/columns.ts';
import { dayLiteral, isIn, type Queryable, selectRows } from '../runtime/select.ts';
import { invitationsTable, users, usersTable } from './projector.ts';

export const USERS_VIEW = users.views.users;

const own = shownColumns(usersTable);
const columns = { ...own, default_rates: readAs(optional(json<readonly RateFact[]>()), 'a.default_rates') };

/** A user (S1-3, S2-3). */
export interface UserRow extends Omit<RowOf<typeof own>, 'saved_preferences'> {
  /** Saved or default; the three for administrators are off for others. */
  readonly email_preferences: EmailPreferenceFlags;
  /** The account's rate in force today (rule B2), cents per reader per month; null if none is set. */
  readonly default_reader_rate_cents: number | null;
}

function shown(row: RowOf<typeof columns>, today: Day): UserRow {
  const { saved_preferences: savedPreferences, default_rates, ...user } = row;
  return {
    ...user,
    email_preferences: emailPreferencesOf({
      savedPreferences,
      isAdmin: user.is_admin,
      dealerRole: user.dealer_role,
    }),
    default_reader_rate_cents: rateInForce(default_rates ?? [], today)?.cents ?? null,
  };
}

const { read, byId, byIds } = datedRecordsOf({ columns, view: USERS_VIEW, joins: COMPANY_JOIN }, shown);

/** One user, or null. Freshness: `users`, `accounts`. @param today the billing day */
export const userById = byId;

/** These users, in no particular order; unknown ids are left out. Freshness: `users`, `accounts`. */
export const usersByIds = byIds;

const accessColumns = {
  id: own.id,
  account_id: own.account_id,
  username: own.username,
  is_admin: own.is_admin,
  staff_role: own.staff_role,
  is_approved: own.is_approved,
  dealer_role: own.dealer_role,
  has_second_factor: own.has_second_factor,
};

/** Columns of {@link USERS_VIEW} for access checks. */
export const ACCESS_COLUMNS = Object.keys(accessColumns);

/** What access checks need. */
export type UserAccess = RowOf<typeof accessColumns>;

/** Access data by user id. Freshness: `users`. */
export async function userAccess(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserAccess>> {
  const text = `SELECT ${ACCESS_COLUMNS.join(', ')} FROM ${USERS_VIEW} WHERE ${isIn('id', '$1')}`;
  const rows = await selectRows(db, accessColumns, text, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The users of an account, the earliest first. Freshness: `users`, `accounts`. */
export function usersOfAccount(db: Queryable, accountId: string, today: Day): Promise<readonly UserRow[]> {
  return usersOfAccounts(db, [accountId], today);
}

/** The users of these accounts, the earliest first. Freshness: `users`, `accounts`. */
export function usersOfAccounts(
  db: Queryable,
  accountIds: readonly string[],
  today: Day,
): Promise<readonly UserRow[]> {
  const rest = `WHERE ${isIn('t.account_id', '$1')} ORDER BY t.created_at, t.id`;
  return read(db, today, rest, [accountIds]);
}

/** Users with this email address, ignoring case and the form of its domain; several may share one. Freshness: `users`, `accounts`. */
export function usersByEmail(db: Queryable, email: string, today: Day): Promise<readonly UserRow[]> {
  const rest = 'WHERE t.email_key = $1 ORDER BY t.created_at, t.id';
  return read(db, today, rest, [emailKey(email)]);
}

const invitationColumns = shownColumns(invitationsTable);

/** An invitation that nobody has accepted. */
export type InvitationRow = RowOf<typeof invitationColumns>;

const readInvitations = readerOf({ columns: invitationColumns, view: users.views.invitations });

/** Open and expired invitations to a company, the earliest first. Freshness: `users`. */
export const invitationsOf = (db: Queryable, accountId: string): Promise<readonly InvitationRow[]> =>
  readInvitations(db, 'WHERE t.account_id = $1 AND NOT t.is_withdrawn ORDER BY t.sent_at, t.id', [accountId]);

/** User ids of the invitations, withdrawn ones too, to these companies or addresses. Freshness: `users`. */
export async function invitedTo(
  db: Queryable,
  accountIds: readonly string[],
  emails: readonly string[],
): Promise<readonly string[]> {
  const rows = await readInvitations(
    db,
    `WHERE ${isIn('t.account_id', '$1')} OR ${isIn('t.email_key', '$2')} ORDER BY t.id`,
    [accountIds, emails.map(emailKey)],
  );
  return rows.map(({ id }) => id);
}

/** Every administrator, the earliest first. Freshness: `users`, `accounts`. */
export function administrators(db: Queryable, today: Day): Promise<readonly UserRow[]> {
  const rest = 'WHERE t.is_admin ORDER BY t.created_at, t.id';
  return read(db, today, rest);
}

/** Dealers who wait for approval, the earliest first. Freshness: `users`, `accounts`. */
export function pendingUsers(db: Queryable, today: Day): Promise<readonly UserRow[]> {
  const rest = 'WHERE NOT t.is_approved AND NOT t.is_admin ORDER BY t.created_at, t.id';
  return read(db, today, rest);
}

/** A row of the admin's user list: the user with the account's totals on the next billing date. */
export interface ListedUser extends UserRow {
  readonly active_sites: number;
  readonly active_readers: number;
  /** Cents a month, active sites only (S2-9). */
  readonly projected_monthly_cents: number;
}

const listColumns = (billingDate: Day) => ({
  ...columns,
  active_sites: readAs(integer, 'coalesce(p.active_sites, 0)'),
  active_readers: readAs(integer, 'coalesce(p.active_readers, 0)'),
  projected_monthly_cents: readAs(integer, projectedMonthlyCentsSql('p', dayLiteral(billingDate))),
});

function definition(billingDate: Day): ListDefinition<ReturnType<typeof listColumns>> {
  return {
    columns: listColumns(billingDate),
    view: USERS_VIEW,
    joins: `${COMPANY_JOIN}
      LEFT JOIN ${PROJECTED_INVOICES_VIEW} p ON p.account_id = t.account_id`,
    aliases: { total_readers: 'active_readers', projected_monthly_invoice_cents: 'projected_monthly_cents' },
    matched: ['t.name', 't.company', 't.email', 't.username', 't.dealer_id'],
    defaultSort: ['created_at', 'DESC'],
  };
}

/**
 * The admin's list of users. Freshness: `users`, `accounts`, `projectedInvoices`.
 * @param days the billing day, and the next billing date, for which invoices are projected
 * @throws InvalidListQuery
 */
export async function listUsers(
  db: Queryable,
  query: ListQuery,
  days: { readonly today: Day; readonly billingDate: Day },
): Promise<ListPage<ListedUser>> {
  const { rows, total } = await readList(db, definition(days.billingDate), query);
  return {
    total,
    rows: rows.map(({ active_sites, active_readers, projected_monthly_cents, ...user }) => ({
      ...shown(user, days.today),
      active_sites,
      active_readers,
      projected_monthly_cents,
    })),
  };
}

const sumsOn = (billingDate: Day) => ({
  is_demo: readAs(boolean, 'coalesce(a.is_demo, false)'),
  companies: readAs(integer, 'count(t.account_id)'),
  /** Once for each company, however many users it has. */
  projected_monthly_invoice_cents: readAs(
    cents,
    `(SELECT coalesce(sum(e.value::bigint), 0)::bigint FROM jsonb_each_text(coalesce(
      jsonb_object_agg(t.account_id, ${projectedMonthlyCentsSql('p', dayLiteral(billingDate))})
        FILTER (WHERE t.account_id IS NOT NULL), '{}')) e)`,
  ),
});

/** Cents of the companies whose users {@link listUsers} finds, by mode. @throws InvalidListQuery */
export async function userTotals(db: Queryable, query: ListQuery, billingDate: Day) {
  const by = { sums: sumsOn(billingDate), by: ['is_demo'] } as const;
  const rows = await readSums(db, definition(billingDate), query, by);
  // administrators have no company
  return rows.flatMap(({ companies, ...row }) => (companies > 0 ? [row] : []));
}
