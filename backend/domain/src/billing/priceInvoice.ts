import { exemptBecause } from '../account/exemptions.ts';
import { isLateFee } from '../account/oneOffCharges.ts';
import { type TaxRates, taxCents, taxRateOn } from '../tax/tax.ts';
import { sumCents } from '../values/money.ts';
import type { AccountBillingFacts, ChargeFact } from './accountFacts.ts';
import { type Adjustment, adjust, NO_ADJUSTMENTS, type OpenAdjustments } from './adjustments.ts';
import {
  billedLines,
  type Charge,
  type InvoiceLine,
  lineFor,
  type RecordedCorrection,
  taxOfLines,
  withCorrections,
} from './charges.ts';
import { firstDayOf, type Period } from './periods.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/**
 * Version of the rules below, stored with every invoice and run. Version 1: active sites at the cut-off, readers times
 * the rate on the 1st by {@link rateFor}, no proration, open remainders below $0.50 and unused credits taken over.
 * Version 2: credits of recorded money count in either mode.
 */
export const BILLING_POLICY_VERSION = 2;

/** What sales tax an invoice is priced with (rule B38). */
export interface TaxInputs {
  /** At the cut. */
  readonly rates: TaxRates;
  /** Of each site, two letters; null where the address names no state. */
  readonly siteStates: Readonly<Record<string, string | null>>;
  /** The company's: of lines that are of no site. */
  readonly companyState: string | null;
}

/** Facts of an account and its sites at the cut, and what earlier invoices leave to this one. */
export interface InvoiceFacts {
  readonly period: Period;
  /** Null for an account that opened after the cut. */
  readonly account: AccountBillingFacts | null;
  /** Every site of the account at the cut, whatever its status. */
  readonly sites: readonly SiteBillingFacts[];
  readonly open?: OpenAdjustments;
  /** Corrections, oldest first; none for a first issue. */
  readonly corrections?: readonly RecordedCorrection[];
  /** Absent while no rate was ever set. */
  readonly tax?: TaxInputs | undefined;
}

/** Why an account gets no invoice for a period (rule B22). */
export type SkipReason = 'not_open' | 'no_active_sites';

export interface PricedInvoice {
  readonly outcome: 'priced';
  readonly period: Period;
  readonly accountId: string;
  readonly recipientId: string | null;
  readonly isDemo: boolean;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  /** Sum of lines and adjustments. Below 0 only in a what-if, which is never issued. */
  readonly totalCents: number;
  /** Of the lines: sales tax; absent for none. */
  readonly taxCents?: number;
  readonly policyVersion: number;
}

export interface SkippedInvoice {
  readonly outcome: 'skipped';
  readonly reason: SkipReason;
}

/**
 * The invoice of an account for a month. Issuing, dry run, preview, projection and replay all call this: active sites
 * only (rule B7), whole months (rule B21), rates of the 1st (rules B6, B20), none without an active site (rule B22), then
 * one-off charges (rule B38) and corrections. Lines are ordered by name, then id, so that the same facts give the same invoice.
 * @throws RangeError for a site of another account
 */
export function priceInvoice(facts: InvoiceFacts): PricedInvoice | SkippedInvoice {
  const { period, account, open = NO_ADJUSTMENTS } = facts;
  if (account === null) return { outcome: 'skipped', reason: 'not_open' };
  const lines = billedLines(chargesOf({ ...facts, account }));
  if (lines.length === 0 || isOneOffAlone(facts)) return { outcome: 'skipped', reason: 'no_active_sites' };

  const { accountId, recipientId, isDemo } = account;
  const chargesCents = sumCents(lines.map(({ amountCents }) => amountCents));
  const adjustments = adjust(chargesCents, open);
  const totalCents = sumCents([chargesCents, ...adjustments.map(({ amountCents }) => amountCents)]);
  const recipient = { accountId, recipientId, isDemo };
  const taxCents = taxOfLines(lines);
  const amounts = { lines, adjustments, totalCents, ...(taxCents === 0 ? {} : { taxCents }) };
  return { outcome: 'priced', period, ...recipient, ...amounts, policyVersion: BILLING_POLICY_VERSION };
}

/** One-off charges wait for an invoice with a site; corrections may leave a reissue without one (rule B22). */
const isOneOffAlone = ({ sites, corrections = [] }: InvoiceFacts): boolean =>
  corrections.length === 0 && sites.every(({ status }) => status !== 'active');

/** Charges of all sites of the account, with those that are not billed, after corrections. */
export function chargesOf({
  period,
  account,
  sites,
  corrections = [],
  tax,
}: Omit<InvoiceFacts, 'account' | 'open'> & { readonly account: AccountBillingFacts }): readonly Charge[] {
  const { accountId, rates, charges: oneOff = [] } = account;
  const stranger = sites.find((site) => site.accountId !== accountId);
  if (stranger) throw new RangeError(`Site ${stranger.siteId} is not of account ${accountId}`);
  const day = firstDayOf(period);
  const exempt = exemptBecause(account.exemptions, day);
  /** The line with its state, and the tax there. */
  const taxed = (charge: Charge, state: string | null | undefined): Charge => {
    if (tax === undefined || state == null) return charge;
    const rate = taxRateOn(tax.rates, state, day);
    const line = { ...charge.line, taxState: state };
    return { ...charge, line, tax: rate === null ? undefined : { ...rate, state, exemptBecause: exempt } };
  };
  const charges = [...sites].sort(byNameAndId).map((site) => {
    const charge = { billed: site.status === 'active', line: lineFor(site, rates, day) };
    return taxed(charge, tax?.siteStates[site.siteId]);
  });
  const due = oneOff.filter((charge) => charge.period === period);
  const added = oneOffLines(due, billedLines(charges), (charge) => taxed(charge, tax?.companyState));
  return withCorrections([...charges, ...added], corrections);
}

/**
 * One-off charges as lines, taxed where they are above $0.00. Credits lower the invoice to $0.00 at most, tax included, in
 * their order; what is left of them waits (rule B38).
 */
function oneOffLines(
  due: readonly ChargeFact[],
  billed: readonly InvoiceLine[],
  taxed: (charge: Charge) => Charge,
): readonly Charge[] {
  const chargeOf = ({ text: name, because }: ChargeFact, amountCents: number): Charge => {
    const figures = { readers: 1, rateCents: amountCents, amountCents, source: 'line' as const };
    return { billed: true, line: { siteId: null, name, ...figures, because: [because] } };
  };
  const added = due.map((charge) => {
    const line = chargeOf(charge, Math.max(0, charge.amountCents));
    return isLateFee(charge.chargeId) ? line : taxed(line);
  });
  let left = sumCents([
    ...billed.map(({ amountCents }) => amountCents),
    ...added.flatMap(({ line, tax }) => [line.amountCents, tax ? taxCents(line.amountCents, tax) : 0]),
  ]);
  return due.flatMap((charge, index): readonly Charge[] => {
    if (charge.amountCents > 0) return added.slice(index, index + 1);
    const amountCents = 0 - Math.min(-charge.amountCents, left);
    left += amountCents;
    return amountCents === 0 ? [] : [chargeOf(charge, amountCents)];
  });
}

/** By code units, since collations differ between machines. */
function byNameAndId(a: SiteBillingFacts, b: SiteBillingFacts): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.siteId < b.siteId ? -1 : 1;
}
