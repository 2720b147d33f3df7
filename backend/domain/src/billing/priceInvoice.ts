import { sumCents } from '../values/money.ts';
import type { AccountBillingFacts } from './accountFacts.ts';
import { type Adjustment, adjust, NO_ADJUSTMENTS, type OpenAdjustments } from './adjustments.ts';
import {
  billedLines,
  type Charge,
  type InvoiceLine,
  lineFor,
  type RecordedCorrection,
  withCorrections,
} from './charges.ts';
import { firstDayOf, type Period } from './periods.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/**
 * Version of the rules below; every invoice and run names the one it was made by. Version 1: sites active at the
 * cut-off, readers times rate, the rate judged on the 1st by {@link rateFor}, no proration, the remainder of an
 * invoice below $0.50 and unused credits taken over. Version 2: credits of money that an administrator recorded, also
 * where the account is demo or was.
 */
export const BILLING_POLICY_VERSION = 2;

/** An account's and its sites' facts as of the cut, and what earlier invoices left. */
export interface InvoiceFacts {
  readonly period: Period;
  /** Null where the account was not open at the cut. */
  readonly account: AccountBillingFacts | null;
  /** Every site that belonged to the account at the cut, whatever its status. */
  readonly sites: readonly SiteBillingFacts[];
  readonly open?: OpenAdjustments;
  /** What administrators corrected, oldest first; none for a first issue. */
  readonly corrections?: readonly RecordedCorrection[];
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
  /** Sum of the lines and adjustments. Below 0 only in a what-if with a deduction; such a one is never issued. */
  readonly totalCents: number;
  readonly policyVersion: number;
}

export interface SkippedInvoice {
  readonly outcome: 'skipped';
  readonly reason: SkipReason;
}

/**
 * The invoice of an account for a month, from facts alone: issuing, dry run, preview, projection and replay all call
 * this. Active sites only (rule B7), the whole month whatever happened in it (B21), judged on the 1st (B6, B20);
 * no active site, no invoice (B22); then what administrators corrected. Lines are in the order of names, then ids, so
 * that the same facts give the same invoice. A site that belongs to another account is a fault of the caller (RangeError).
 */
export function priceInvoice(facts: InvoiceFacts): PricedInvoice | SkippedInvoice {
  const { period, account, open = NO_ADJUSTMENTS } = facts;
  if (account === null) return { outcome: 'skipped', reason: 'not_open' };
  const lines = billedLines(chargesOf({ ...facts, account }));
  if (lines.length === 0) return { outcome: 'skipped', reason: 'no_active_sites' };

  const { accountId, recipientId, isDemo } = account;
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

/** What every site of the account would be charged, those that are not billed included, after corrections. */
export function chargesOf({
  period,
  account: { accountId, rates },
  sites,
  corrections = [],
}: Omit<InvoiceFacts, 'account' | 'open'> & { readonly account: AccountBillingFacts }): readonly Charge[] {
  const stranger = sites.find((site) => site.accountId !== accountId);
  if (stranger) throw new RangeError(`Site ${stranger.siteId} is not of account ${accountId}`);
  const day = firstDayOf(period);
  const charges = [...sites].sort(byNameAndId).map((site) => ({
    billed: site.status === 'active',
    line: lineFor(site, rates, day),
  }));
  return withCorrections(charges, corrections);
}

/** By code units: a collation of the machine's would order them otherwise elsewhere. */
function byNameAndId(a: SiteBillingFacts, b: SiteBillingFacts): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.siteId < b.siteId ? -1 : 1;
}
