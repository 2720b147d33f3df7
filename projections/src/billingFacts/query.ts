import {
  type AccountBillingFacts,
  type Held,
  invoiceIdOf,
  invoiceStream,
  type SiteBillingFacts,
} from '@portal/domain';
import type { ClientBase } from 'pg';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { instant, json, optional, type RowOf, safeInteger, text } from '../runtime/columns.ts';
import { cursorPages } from '../runtime/cursor.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { billingFacts } from './projector.ts';

const ACCOUNTS_VIEW = billingFacts.views.accounts;
const SITES_VIEW = billingFacts.views.sites;

/**
 * Events that count: up to `seq` of the log index and recorded before `cutOff`, of each stream the longest such prefix
 * (ADR 0013).
 */
export interface FactsCut {
  readonly seq: number;
  /** ISO instant, exclusive; null for none. */
  readonly cutOff: string | null;
}

/** A record's facts at a cut, and the revision of the last event that changed them. */
export interface FactsAt<Facts> {
  readonly facts: Facts;
  readonly revision: number;
}

/** An account open at a cut with all its sites at that time, whatever their status. */
export interface AccountFactsAt {
  readonly accountId: string;
  readonly account: FactsAt<AccountBillingFacts>;
  readonly sites: readonly FactsAt<SiteBillingFacts>[];
}

/** Facts that hold at position $1, of events recorded before $2 if that is not null. */
const HELD = `from_position COLLATE "C" <= $1 AND ($2::timestamptz IS NULL OR from_at < $2)
  AND (until_position IS NULL OR until_position COLLATE "C" > $1 OR until_at >= $2)`;

/**
 * A page of the accounts open at the cut, by id, with the facts that price their invoices.
 * Freshness: `billingFacts` and `logIndex`, up to the cut.
 * @param page accounts after an id, and how many
 */
export const billingFactsAt = (
  db: Queryable,
  cut: FactsCut,
  { after, limit }: { readonly after: string; readonly limit: number },
) => factsAt(db, cut, 'account_id COLLATE "C" > $3', [after, limit], 'LIMIT $4');

/** The same for these accounts; those not open at the cut are left out. */
export const billingFactsOf = (db: Queryable, cut: FactsCut, accountIds: readonly string[]) =>
  factsAt(db, cut, 'account_id = ANY($3::text[])', [accountIds]);

async function factsAt(
  db: Queryable,
  { seq, cutOff }: FactsCut,
  condition: string,
  values: readonly unknown[],
  limit = '',
): Promise<readonly AccountFactsAt[]> {
  const position = await positionOf(db, seq);
  const accounts = await selectRows(
    db,
    { account_id: text, revision: safeInteger, facts: json<AccountBillingFacts>() },
    `SELECT account_id, revision, facts FROM ${ACCOUNTS_VIEW}
     WHERE ${condition} AND ${HELD} ORDER BY account_id COLLATE "C" ${limit}`,
    [position, cutOff, ...values],
  );
  const sites = await selectRows(
    db,
    { account_id: text, revision: safeInteger, facts: json<SiteBillingFacts>() },
    `SELECT account_id, revision, facts FROM ${SITES_VIEW}
     WHERE account_id = ANY($3::text[]) AND ${HELD} ORDER BY site_id COLLATE "C"`,
    [position, cutOff, accounts.map(({ account_id }) => account_id)],
  );
  const found = new Map(
    accounts.map(({ account_id: accountId, facts, revision }) => [
      accountId,
      { accountId, account: { facts, revision }, sites: [] as FactsAt<SiteBillingFacts>[] },
    ]),
  );
  for (const { account_id, facts, revision } of sites) found.get(account_id)?.sites.push({ facts, revision });
  return [...found.values()];
}

/** Accounts with one-off charges for the invoice of a month, or an earlier one. Freshness: `billingFacts`. */
export const accountsWithChargesDue = (db: Queryable, period: string): Promise<readonly string[]> =>
  selectColumn(
    db,
    text,
    `SELECT account_id FROM ${ACCOUNTS_VIEW} WHERE until_position IS NULL AND EXISTS (
       SELECT FROM jsonb_array_elements(facts -> 'charges') charge WHERE charge ->> 'period' <= $1)
     ORDER BY account_id COLLATE "C"`,
    [period],
  );

/** Log position of an event of the log index; the log's start for 0. */
async function positionOf(db: Queryable, seq: number): Promise<string> {
  if (seq === 0) return '';
  const sql = 'SELECT position FROM log_index WHERE seq = $1';
  const [position] = await selectColumn(db, text, sql, [seq]);
  if (position === undefined) throw new RangeError(`The log index has no event ${seq}.`);
  return position;
}

/** The last event of the log index or of a part of it; `seq` is 0 for none. */
export interface LogEnd {
  readonly seq: number;
  /** The chain's hash up to it, in hex; empty for none. */
  readonly hash: string;
}

/** The last event recorded before an instant; null: of the whole log. Freshness: `logIndex`. */
export async function logEndBefore(db: Queryable, instantOrNull: string | null): Promise<LogEnd> {
  const [row] = await selectRows(
    db,
    { seq: safeInteger, hash: text },
    `SELECT seq, encode(hash, 'hex') FROM log_index
     WHERE $1::timestamptz IS NULL OR recorded_at < $1 ORDER BY seq DESC LIMIT 1`,
    [instantOrNull],
  );
  return row ?? { seq: 0, hash: '' };
}

/** When the first site became active; null if none did. Freshness: `logIndex`. */
export async function firstActivation(db: Queryable): Promise<string | null> {
  const [first = null] = await selectColumn(
    db,
    instant,
    `SELECT recorded_at FROM log_index WHERE type IN ('SiteAdded', 'SiteApproved', 'SiteReactivated')
     AND recorded_at IS NOT NULL ORDER BY seq LIMIT 1`,
  );
  return first;
}

/**
 * Accounts whose billing facts are unreliable at a cut, because an event of theirs is parked: their ids, or
 * `stream:<name>` of events whose account is unknown. Freshness: `billingFacts`.
 */
export async function parkedAt(db: Queryable, cut: FactsCut): Promise<readonly string[]> {
  const rows = await selectRows(
    db,
    { key: text, account_id: optional(text) },
    `SELECT p.key, s.account_id FROM projection_parked p
     JOIN projection_generations g USING (projection, version, generation)
     LEFT JOIN ${SITES_VIEW} s ON p.key = 'stream:site-' || s.site_id
     WHERE p.projection = $1 AND p.version = $2 AND g.state = 'live' AND p.position <= $3`,
    [billingFacts.name, billingFacts.version, await positionOf(db, cut.seq)],
  );
  const accountOf = (key: string) => (key.startsWith('stream:account-') ? key.slice(15) : null);
  return [...new Set(rows.map(({ key, account_id }) => account_id ?? accountOf(key) ?? key))].sort();
}

/**
 * Invoices of these accounts that may carry an amount to a later one, or did: those that once had too little open for a
 * card, and those with credits. An invoice never leaves this set, so it also covers earlier cuts. Freshness: `invoices`.
 */
export async function invoicesWithCarryOver(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await selectRows(
    db,
    { id: text, account_id: text },
    `SELECT id, account_id FROM ${INVOICES_VIEW} WHERE account_id = ANY($1::text[])
     AND (left_little OR credits <> '[]')
     ORDER BY invoice_number`,
    [accountIds],
  );
  const byAccount = new Map<string, string[]>();
  for (const { id, account_id } of rows)
    byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), id]);
  return byAccount;
}

/** Those of these invoices that were issued, whatever their status. Freshness: `logIndex`. */
export async function issuedInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const streams = await selectColumn(
    db,
    text,
    "SELECT stream FROM log_index WHERE type = 'InvoiceIssued' AND stream = ANY($1::text[])",
    [invoiceIds.map(invoiceStream)],
  );
  return new Set(streams.flatMap((stream) => invoiceIdOf(stream) ?? []));
}

/** Number of accounts open at the cut. Freshness: `billingFacts`, `logIndex`. */
export async function countBillingAccounts(db: Queryable, cut: FactsCut): Promise<number> {
  const [accounts = 0] = await selectColumn(
    db,
    safeInteger,
    `SELECT count(*) FROM ${ACCOUNTS_VIEW} WHERE ${HELD}`,
    [await positionOf(db, cut.seq), cut.cutOff],
  );
  return accounts;
}

/** A span of time: ISO instants of the first and last cut-off; `accountId` null for all accounts. */
export interface FactsSpan {
  readonly from: string;
  readonly to: string;
  readonly accountId: string | null;
}

/** Facts that hold at a cut-off of the span, `$1` to `$2`. */
const HELD_BETWEEN = `from_at < $2 AND (until_at IS NULL OR until_at >= $1) AND ($3::text IS NULL OR account_id = $3)`;
const heldColumns = { account_id: text, from_at: instant, until_at: optional(instant) };
const heldSiteColumns = { ...heldColumns, site_id: text, facts: json<SiteBillingFacts>() };

const held = <Facts>(row: RowOf<typeof heldColumns> & { readonly facts: Facts }): Held<Facts> => ({
  facts: row.facts,
  fromAt: row.from_at,
  untilAt: row.until_at,
});

/** Facts of accounts during a span, the earliest first, by account. Freshness: `billingFacts`. */
export async function accountFactsDuring(
  db: Queryable,
  { from, to, accountId }: FactsSpan,
): Promise<ReadonlyMap<string, readonly Held<AccountBillingFacts>[]>> {
  const rows = await selectRows(
    db,
    { ...heldColumns, facts: json<AccountBillingFacts>() },
    `SELECT account_id, from_at, until_at, facts FROM ${ACCOUNTS_VIEW} WHERE ${HELD_BETWEEN} ORDER BY revision`,
    [from, to, accountId],
  );
  const byAccount = new Map<string, Held<AccountBillingFacts>[]>();
  for (const row of rows) {
    const found = byAccount.get(row.account_id);
    if (found === undefined) byAccount.set(row.account_id, [held(row)]);
    else found.push(held(row));
  }
  return byAccount;
}

/** A site while it was active for one account. */
export interface SiteDuring {
  readonly accountId: string;
  /** The earliest first. */
  readonly facts: readonly Held<SiteBillingFacts>[];
}

/** In a page: each costs a turn between the server and PostgreSQL, and a row is small. */
const SITES_AT_ONCE = 10_000;

/** Sites that were active during a span, one after the other. See {@link cursorPages}. Freshness: `billingFacts`. */
export async function* sitesDuring(
  client: ClientBase,
  { from, to, accountId }: FactsSpan,
): AsyncGenerator<SiteDuring> {
  let siteId = '';
  let site: { accountId: string; facts: Held<SiteBillingFacts>[] } | undefined;
  const sql = `SELECT account_id, from_at, until_at, site_id, facts FROM ${SITES_VIEW}
    WHERE facts ->> 'status' = 'active' AND ${HELD_BETWEEN} ORDER BY account_id, site_id, revision`;
  for await (const page of cursorPages(client, heldSiteColumns, sql, [from, to, accountId], SITES_AT_ONCE)) {
    for (const row of page) {
      if (site === undefined || site.accountId !== row.account_id || siteId !== row.site_id) {
        if (site !== undefined) yield site;
        site = { accountId: row.account_id, facts: [] };
        siteId = row.site_id;
      }
      site.facts.push(held(row));
    }
  }
  if (site !== undefined) yield site;
}
