import { type AccountBillingFacts, invoiceIdOf, invoiceStream, type SiteBillingFacts } from '@portal/domain';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { type Queryable, selectRows } from '../query/select.ts';
import { type Column, instant, json, optional, text } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { billingFacts } from './projector.ts';
import { accountFactsTable, siteFactsTable } from './table.ts';

const ACCOUNTS_VIEW = viewName(accountFactsTable.name, billingFacts.version);
const SITES_VIEW = viewName(siteFactsTable.name, billingFacts.version);

/** A number that is safe as a JavaScript number: places in the log and in streams. */
const place: Column<number> = { sql: 'bigint', nullable: false, encode: String, decode: Number };

/**
 * Which events count: those up to `seq` of the log index, and of them those recorded before `cutOff`, each stream's
 * longest such prefix (ADR 0013). Null for every one up to `seq`.
 */
export interface FactsCut {
  readonly seq: number;
  /** ISO instant, exclusive. */
  readonly cutOff: string | null;
}

/** A record's facts at a cut, and the last event of its stream that had a part in them. */
export interface FactsAt<Facts> {
  readonly facts: Facts;
  readonly revision: number;
}

/** An account that was open at a cut, and every site that was its own then, whatever its status. */
export interface AccountFactsAt {
  readonly accountId: string;
  readonly account: FactsAt<AccountBillingFacts>;
  readonly sites: readonly FactsAt<SiteBillingFacts>[];
}

/** What holds at position $1 for events before $2; the last event of the log is at position null. */
const HELD = `from_position COLLATE "C" <= $1 AND ($2::timestamptz IS NULL OR from_at < $2)
  AND (until_position IS NULL OR until_position COLLATE "C" > $1 OR until_at >= $2)`;

/**
 * A page of accounts that were open at the cut, in the order of their ids, with the facts that price their invoices.
 * Freshness: `billingFacts` and `logIndex`, up to the cut.
 * @param page accounts after this id, at most so many
 */
export async function billingFactsAt(
  db: Queryable,
  cut: FactsCut,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly AccountFactsAt[]> {
  const position = await positionOf(db, cut.seq);
  const accounts = await selectRows(
    db,
    { account_id: text, revision: place, facts: json<AccountBillingFacts>() },
    `SELECT account_id, revision, facts FROM ${ACCOUNTS_VIEW}
     WHERE account_id COLLATE "C" > $3 AND ${HELD} ORDER BY account_id COLLATE "C" LIMIT $4`,
    [position, cut.cutOff, page.after, page.limit],
    'billing-accounts-at',
  );
  return withSites(db, position, cut, accounts);
}

/** The same for these accounts; those that were not open at the cut are left out. */
export async function billingFactsOf(
  db: Queryable,
  cut: FactsCut,
  accountIds: readonly string[],
): Promise<readonly AccountFactsAt[]> {
  const position = await positionOf(db, cut.seq);
  const accounts = await selectRows(
    db,
    { account_id: text, revision: place, facts: json<AccountBillingFacts>() },
    `SELECT account_id, revision, facts FROM ${ACCOUNTS_VIEW}
     WHERE account_id = ANY($3::text[]) AND ${HELD} ORDER BY account_id COLLATE "C"`,
    [position, cut.cutOff, accountIds],
    'billing-accounts-of',
  );
  return withSites(db, position, cut, accounts);
}

async function withSites(
  db: Queryable,
  position: string,
  { cutOff }: FactsCut,
  accounts: readonly { account_id: string; revision: number; facts: AccountBillingFacts }[],
): Promise<readonly AccountFactsAt[]> {
  const sites = await selectRows(
    db,
    { account_id: text, revision: place, facts: json<SiteBillingFacts>() },
    `SELECT account_id, revision, facts FROM ${SITES_VIEW}
     WHERE account_id = ANY($3::text[]) AND ${HELD} ORDER BY site_id COLLATE "C"`,
    [position, cutOff, accounts.map(({ account_id }) => account_id)],
    'billing-sites-at',
  );
  const own = new Map<string, FactsAt<SiteBillingFacts>[]>();
  for (const { account_id, facts, revision } of sites) {
    const known = own.get(account_id);
    if (known === undefined) own.set(account_id, [{ facts, revision }]);
    else known.push({ facts, revision });
  }
  return accounts.map(({ account_id: accountId, facts, revision }) => ({
    accountId,
    account: { facts, revision },
    sites: own.get(accountId) ?? [],
  }));
}

/** Where an event of the log index stands in the log; before everything for 0. */
async function positionOf(db: Queryable, seq: number): Promise<string> {
  if (seq === 0) return '';
  const [row] = await selectRows(
    db,
    { position: text },
    'SELECT position FROM log_index WHERE seq = $1',
    [seq],
    'position-of-seq',
  );
  if (row === undefined) throw new RangeError(`The log index has no event ${seq}.`);
  return row.position;
}

const END = { seq: place, hash: text };
/** The end of the log index, or of a part of it; `seq` is 0 for nothing. */
export interface LogEnd {
  readonly seq: number;
  /** The chain's hash up to there, in hex; empty for nothing. */
  readonly hash: string;
}

/** The last event recorded before an instant; of the whole log where it is null. Freshness: `logIndex`. */
export async function logEndBefore(db: Queryable, instantOrNull: string | null): Promise<LogEnd> {
  const [row] = await selectRows(
    db,
    END,
    `SELECT seq, encode(hash, 'hex') FROM log_index
     WHERE $1::timestamptz IS NULL OR recorded_at < $1 ORDER BY seq DESC LIMIT 1`,
    [instantOrNull],
  );
  return row ?? { seq: 0, hash: '' };
}

/** When the first site became active; null where none ever was. Freshness: `logIndex`. */
export async function firstActivation(db: Queryable): Promise<string | null> {
  const [row] = await selectRows(
    db,
    { recorded_at: instant },
    `SELECT recorded_at FROM log_index WHERE type IN ('SiteAdded', 'SiteApproved', 'SiteReactivated')
     AND recorded_at IS NOT NULL ORDER BY seq LIMIT 1`,
    [],
  );
  return row?.recorded_at ?? null;
}

/**
 * Accounts whose billed facts are in doubt at a cut, because an event that concerns them can't be applied: their ids,
 * and `stream:<name>` for what names no account where no account is known for it. Freshness: `billingFacts`.
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
 * Invoices of these accounts that may leave something to a later one, or did: those of which too little for a card was
 * open once and those with credits, whatever became of them. Once among them an invoice stays, so they are all that left something at any
 * earlier place in the log too. Freshness: `invoices`.
 */
export async function leavingOver(
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
    'invoices-leaving-over',
  );
  const byAccount = new Map<string, string[]>();
  for (const { id, account_id } of rows)
    byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), id]);
  return byAccount;
}

/** Which of these invoices were issued, whatever became of them. Freshness: `logIndex`. */
export async function issuedInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectRows(
    db,
    { stream: text },
    "SELECT stream FROM log_index WHERE type = 'InvoiceIssued' AND stream = ANY($1::text[])",
    [invoiceIds.map(invoiceStream)],
    'issued-invoices',
  );
  return new Set(rows.flatMap(({ stream }) => invoiceIdOf(stream) ?? []));
}

/** How many accounts were open at the cut. Freshness: `billingFacts`, `logIndex`. */
export async function countBillingAccounts(db: Queryable, cut: FactsCut): Promise<number> {
  const [row] = await selectRows(
    db,
    { accounts: place },
    `SELECT count(*) FROM ${ACCOUNTS_VIEW} WHERE ${HELD}`,
    [await positionOf(db, cut.seq), cut.cutOff],
    'count-billing-accounts',
  );
  return row?.accounts ?? 0;
}
