import type { AccountRateFacts } from '../rates/facts.ts';
import { type RateSource, rateFor } from '../rates/rateFor.ts';
import type { Day } from '../values/days.ts';
import { sumCents, timesCents } from '../values/money.ts';
import type { AccountBillingFacts } from './accountFacts.ts';
import { type Adjustment, adjust, NO_ADJUSTMENTS, type OpenAdjustments } from './adjustments.ts';
import { firstDayOf, type Period } from './periods.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/**
 * Version of the rules below; every invoice and run names the one it was made by. Version 1: sites active at the
 * cut-off, readers times rate, the rate judged on the 1st by {@link rateFor}, no proration, the remainder of an
 * invoice below $0.50 and unused credits taken over. Version 2: credits of money that an administrator recorded, also
 * where the account is demo or was.
 */
export const BILLING_POLICY_VERSION = 2;

/** One site on an invoice, with its reasons. */
export interface InvoiceLine {
  /** Null for a line without a site. */
  readonly siteId: string | null;
  /** The site's name when it was billed; stays when the site is renamed or deleted. */
  readonly name: string;
  readonly readers: number;
  /** Cents per reader and month. */
  readonly rateCents: number;
  /** Readers times rate. */
  readonly amountCents: number;
  readonly source: RateSource;
  /** Ids of the events behind account, name, status, readers and rate, each once. */
  readonly because: readonly string[];
}

/** An account's and its sites' facts as of the cut, and what earlier invoices left. */
export interface InvoiceFacts {
  readonly period: Period;
  /** Null where the account was not open at the cut. */
  readonly account: AccountBillingFacts | null;
  /** Every site that belonged to the account at the cut, whatever its status. */
  readonly sites: readonly SiteBillingFacts[];
  readonly open?: OpenAdjustments;
}

/** Why an account gets no invoice for a period. */
export type SkipReason = 'not_open' | 'no_active_sites';

export interface PricedInvoice {
  readonly outcome: 'priced';
  readonly period: Period;
  readonly accountId: string;
  readonly recipientId: string | null;
  readonly isDemo: boolean;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  /** Sum of the lines and adjustments; never below 0. */
  readonly totalCents: number;
  readonly policyVersion: number;
}

export interface SkippedInvoice {
  readonly outcome: 'skipped';
  readonly reason: SkipReason;
}

/**
 * What a site is charged for the month in which `day` is the day its rate is judged on: the invoice day, or the next
 * billing date for a projected figure (decisions B6). Asks nothing about the status: the dealer's summary shows
 * pending sites too (B7), {@link priceInvoice} bills active ones only.
 */
export function lineFor(site: SiteBillingFacts, account: AccountRateFacts, day: Day): InvoiceLine {
  const rate = rateFor(site.rates, account, day);
  const { account: assigned, name, status, readers } = site.because;
  return {
    siteId: site.siteId,
    name: site.name,
    readers: site.readers,
    rateCents: rate.cents,
    amountCents: timesCents(site.readers, rate.cents),
    source: rate.source,
    because: [...new Set([assigned, name, status, readers, ...rate.because])],
  };
}

/**
 * The invoice of an account for a month, from facts alone: issuing, dry run, preview, projection and replay all call
 * this. Active sites only (decisions B7), the whole month whatever happened in it (B21), judged on the 1st (B6, B20);
 * no active site, no invoice (B22). Lines are in the order of names, then ids, so that the same facts give the same
 * invoice. A site that belongs to another account is a fault of the caller (RangeError).
 */
export function priceInvoice(facts: InvoiceFacts): PricedInvoice | SkippedInvoice {
  const { period, account, sites, open = NO_ADJUSTMENTS } = facts;
  if (account === null) return { outcome: 'skipped', reason: 'not_open' };
  const { accountId, recipientId, isDemo, rates } = account;
  const stranger = sites.find((site) => site.accountId !== accountId);
  if (stranger) throw new RangeError(`Site ${stranger.siteId} is not of account ${accountId}`);
  const active = sites.filter(({ status }) => status === 'active');
  if (active.length === 0) return { outcome: 'skipped', reason: 'no_active_sites' };

  const day = firstDayOf(period);
  const lines = [...active].sort(byNameAndId).map((site) => lineFor(site, rates, day));
  const chargesCents = sumCents(lines.map(({ amountCents }) => amountCents));
  const adjustments = adjust(chargesCents, open);
  const totalCents = sumCents([chargesCents, ...adjustments.map(({ amountCents }) => amountCents)]);
  const policyVersion = BILLING_POLICY_VERSION;
  return {
    outcome: 'priced',
    period,
    accountId,
    recipientId,
    isDemo,
    lines,
    adjustments,
    totalCents,
    policyVersion,
  };
}

/** By code units: a collation of the machine's would order them otherwise elsewhere. */
function byNameAndId(a: SiteBillingFacts, b: SiteBillingFacts): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.siteId < b.siteId ? -1 : 1;
}
