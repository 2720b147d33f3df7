import {
  addPeriods,
  asPeriod,
  cutOffOf,
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
import { accountPages, cutNow, cutOfPeriod, factsCutOf, type InvoiceCut, pricedNow } from './cut.ts';
import { type Charges, type Difference, differencesBetween } from './differences.ts';
import type { BillingPorts } from './ports.ts';
import { type PricedAccount, priceAccounts } from './priceAccounts.ts';
import { loadRun } from './run.ts';

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

/** Amounts are cents. */
export interface PreviewedAccount extends Charges {
  readonly accountId: string;
  readonly companyName: string | null;
  readonly isDemo: boolean;
  readonly outcome: 'priced' | 'issued' | 'skipped' | 'parked';
  readonly skippedBecause: PreviewSkipReason | null;
  readonly totalCents: number;
  readonly lastMonthCents: number;
  readonly differences: readonly Difference[];
}

/** `canceled`: it was canceled and not reissued. */
type PreviewSkipReason = SkipReason | 'canceled';

export interface BillingPreview {
  readonly period: Period;
  /** ISO instant. */
  readonly cutOff: string;
  readonly accounts: readonly PreviewedAccount[];
  readonly totalCents: number;
  readonly lastMonthCents: number;
}

/**
 * What a run would issue, with differences from the month before, computed by the code that issues. A future month is
 * priced from current facts. Changes nothing.
 * @throws ReadModelsBehind
 */
export async function previewBilling(ports: BillingPorts, period: Period): Promise<BillingPreview> {
  const pricedSeq = await pricedNow(ports);
  const cutOff = cutOffOf(asPeriod(period), ports.timeZone);
  const cut = await cutFor(ports, period, cutOff);
  const parked = new Set(await parkedAt(ports.db, cut));
  const accounts: PreviewedAccount[] = [];
  for await (const page of accountPages(ports, cut)) {
    accounts.push(...(await previewPage(ports, period, { cut, pricedSeq }, page, parked)));
  }
  return {
    period,
    cutOff,
    accounts: accounts.sort(byCompany),
    totalCents: sumCents(accounts.map(({ totalCents }) => totalCents)),
    lastMonthCents: sumCents(accounts.map(({ lastMonthCents }) => lastMonthCents)),
  };
}

const byCompany = (a: PreviewedAccount, b: PreviewedAccount) =>
  compareNames(a.companyName ?? '', b.companyName ?? '');

/** The run's cut, or what it would be. */
async function cutFor(ports: BillingPorts, period: Period, cutOff: string): Promise<InvoiceCut> {
  const run = await loadRun(ports, period);
  if (run.status !== 'none') return factsCutOf(run.cut);
  const isAhead = Date.parse(cutOff) > ports.now().getTime();
  return isAhead ? cutNow(ports) : factsCutOf(await cutOfPeriod(ports, period));
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
    const charges = isCanceled(accountId)
      ? skipped('canceled')
      : shownCharges(invoiceOf(accountId, period), pricedOf.get(accountId));
    return {
      accountId,
      companyName: nameOf.get(accountId) ?? null,
      isDemo: account.facts.isDemo,
      ...charges,
      totalCents: sumCents([...charges.lines, ...charges.adjustments].map(({ amountCents }) => amountCents)),
      lastMonthCents: lastMonth?.totalCents ?? 0,
      differences: differencesBetween(lastMonth ?? NOTHING, charges),
    };
  });
}

export const NOTHING: Charges = { lines: [], adjustments: [] };

type Shown = Charges & Pick<PreviewedAccount, 'outcome' | 'skippedBecause'>;

const skipped = (skippedBecause: PreviewSkipReason): Shown => ({
  outcome: 'skipped',
  skippedBecause,
  ...NOTHING,
});

const shown = (outcome: 'issued' | 'priced', { lines, adjustments }: Charges): Shown => ({
  outcome,
  skippedBecause: null,
  lines,
  adjustments,
});

function shownCharges(issued: InvoiceOfPeriod | null, account: PricedAccount | undefined): Shown {
  if (issued !== null) return shown('issued', issued);
  if (account === undefined) return { outcome: 'parked', skippedBecause: null, ...NOTHING };
  const { priced } = account;
  return priced.outcome === 'skipped' ? skipped(priced.reason) : shown('priced', priced);
}
