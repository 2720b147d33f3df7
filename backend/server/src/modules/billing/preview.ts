import {
  addPeriods,
  asPeriod,
  cutOffOf,
  formatCutOff,
  invoiceIdFor,
  type Period,
  periodOfDay,
  type SkipReason,
} from '@portal/domain';
import { compareNames, type Day, sumCents } from '@portal/domain/values';
import {
  type AccountFactsAt,
  accountsByIds,
  billingFactsOf,
  type InvoiceOfPeriod,
  invoicesOfPeriods,
  issuedInvoices,
  parkedAt,
} from '@portal/projections';
import { accountPages, cutNow, type InvoiceCut, pricedNow } from './cut.ts';
import { type Charges, type Difference, differencesBetween } from './differences.ts';
import type { BillingPorts } from './ports.ts';
import { type PricedAccount, priceAccounts } from './priceAccounts.ts';
import { cutFor } from './run.ts';

/** Estimate of an account's next invoice: charges of active sites, amounts carried over, and credits. */
interface NextInvoice extends Charges {
  readonly totalCents: number;
  /** What it is priced from; undefined for an account that is not open. */
  readonly facts: AccountFactsAt | undefined;
}

/** The invoice of `invoiceDate` as it would be priced now; null for a parked account. Freshness: `BILLING_READS`. */
export async function nextInvoice(
  ports: BillingPorts,
  accountId: string,
  invoiceDate: Day,
): Promise<NextInvoice | null> {
  const cut = await cutNow(ports);
  if ((await parkedAt(ports.db, cut)).includes(accountId)) return null;
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  const none = { ...NOTHING, totalCents: 0, facts };
  if (facts === undefined) return none;
  const period = periodOfDay(invoiceDate);
  const invoiceId = invoiceIdFor({ accountId, period, issue: 1 });
  const [account] = await priceAccounts(ports, period, cut, [{ facts, invoiceId }], cut.seq);
  if (account?.priced.outcome !== 'priced') return none;
  const { lines, adjustments, totalCents } = account.priced;
  return { lines, adjustments, totalCents, facts };
}

/** What a run would issue to one account. */
export interface PreviewedAccount extends Outcome {
  readonly accountId: string;
  readonly companyName: string | null;
  readonly isDemo: boolean;
  readonly totalCents: number;
  readonly lastMonthCents: number;
  /** All differences from last month. */
  readonly differences: readonly Difference[];
}

export interface Preview {
  readonly period: Period;
  readonly cutOff: string;
  /** In the billing time zone. */
  readonly cutOffText: string;
  readonly totalCents: number;
  readonly lastMonthCents: number;
  readonly accounts: readonly PreviewedAccount[];
}

/**
 * What a run would issue, with differences from the month before, computed by the code that issues. A future month is
 * priced from current facts. Changes nothing.
 * @throws ReadModelsBehind
 */
export async function previewBilling(ports: BillingPorts, period: Period): Promise<Preview> {
  const pricedSeq = await pricedNow(ports);
  const cutOff = cutOffOf(asPeriod(period), ports.timeZone);
  const isAhead = Date.parse(cutOff) > ports.now().getTime();
  const cut = isAhead ? await cutNow(ports) : await cutFor(ports, period);
  const parked = new Set(await parkedAt(ports.db, cut));
  const accounts: PreviewedAccount[] = [];
  for await (const page of accountPages(ports, cut)) {
    accounts.push(...(await previewPage(ports, period, { cut, pricedSeq }, page, parked)));
  }
  return {
    period,
    cutOff,
    cutOffText: formatCutOff(cutOff, ports.timeZone),
    totalCents: sumCents(accounts.map(({ totalCents }) => totalCents)),
    lastMonthCents: sumCents(accounts.map(({ lastMonthCents }) => lastMonthCents)),
    accounts: accounts.sort((a, b) => compareNames(a.companyName ?? '', b.companyName ?? '')),
  };
}

async function previewPage(
  ports: BillingPorts,
  period: Period,
  { cut, pricedSeq }: { readonly cut: InvoiceCut; readonly pricedSeq: number },
  page: readonly AccountFactsAt[],
  parked: ReadonlySet<string>,
): Promise<readonly PreviewedAccount[]> {
  const ids = page.map(({ accountId }) => accountId);
  const before = addPeriods(period, -1);
  const idOf = (accountId: string) => invoiceIdFor({ accountId, period, issue: 1 });
  const [invoices, companies, issued] = await Promise.all([
    invoicesOfPeriods(ports.db, ids, [before, period]),
    accountsByIds(ports.db, ids, `${period}-01`),
    issuedInvoices(ports.db, ids.map(idOf)),
  ]);
  const invoiceOf = (accountId: string, of: Period) => invoices.get(`${accountId}_${of}`) ?? null;
  const nameOf = new Map(companies.map(({ id, company_name }) => [id, company_name]));
  const isCanceled = (accountId: string) => issued.has(idOf(accountId)) && !invoiceOf(accountId, period);
  const toPrice = page.filter(({ accountId }) => !parked.has(accountId) && !issued.has(idOf(accountId)));
  const priced = await priceAccounts(
    ports,
    period,
    cut,
    toPrice.map((facts) => ({ facts, invoiceId: idOf(facts.accountId) })),
    pricedSeq,
  );
  const pricedOf = new Map(priced.map((account) => [account.accountId, account]));
  return page.map(({ accountId, account }) => {
    const lastMonth = invoiceOf(accountId, before);
    const outcome = isCanceled(accountId)
      ? skipped('canceled')
      : outcomeOf(invoiceOf(accountId, period), pricedOf.get(accountId));
    return {
      ...outcome,
      accountId,
      companyName: nameOf.get(accountId) ?? null,
      isDemo: account.facts.isDemo,
      totalCents: sumCents([...outcome.lines, ...outcome.adjustments].map(({ amountCents }) => amountCents)),
      lastMonthCents: lastMonth?.totalCents ?? 0,
      differences: differencesBetween(lastMonth ?? NOTHING, outcome),
    };
  });
}

export const NOTHING: Charges = { lines: [], adjustments: [] };

interface Outcome extends Charges {
  readonly outcome: 'priced' | 'issued' | 'skipped' | 'parked';
  /** `canceled`: it was canceled and not reissued. */
  readonly skippedBecause: SkipReason | 'canceled' | null;
}

const skipped = (skippedBecause: SkipReason | 'canceled'): Outcome => ({
  ...NOTHING,
  outcome: 'skipped',
  skippedBecause,
});

function outcomeOf(issued: InvoiceOfPeriod | null, account: PricedAccount | undefined): Outcome {
  if (issued !== null) return { ...issued, outcome: 'issued', skippedBecause: null };
  if (account === undefined) return { ...NOTHING, outcome: 'parked', skippedBecause: null };
  const { priced } = account;
  return priced.outcome === 'skipped' ? skipped(priced.reason) : { ...priced, skippedBecause: null };
}
