import type { BillingPreview } from '@portal/contract';
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
import { centsFromDollars, compareNames, type Day, dollarsFromCents, sumCents } from '@portal/domain/values';
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
import { type Charges, type Difference, differencesBetween, differenceText } from './differences.ts';
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

/** Most differences per account. */
const MAX_DIFFERENCES = 100;

type PreviewedAccount = BillingPreview['accounts'][number];

/**
 * What a run would issue, with differences from the month before, computed by the code that issues. A future month is
 * priced from current facts. Changes nothing.
 * @throws ReadModelsBehind
 */
export async function previewBilling(ports: BillingPorts, period: Period): Promise<BillingPreview> {
  const pricedSeq = await pricedNow(ports);
  const cutOff = cutOffOf(asPeriod(period), ports.timeZone);
  const isAhead = Date.parse(cutOff) > ports.now().getTime();
  const cut = isAhead ? await cutNow(ports) : await cutFor(ports, period);
  const parked = new Set(await parkedAt(ports.db, cut));
  const accounts: PreviewedAccount[] = [];
  for await (const page of accountPages(ports, cut)) {
    accounts.push(...(await previewPage(ports, period, { cut, pricedSeq }, page, parked)));
  }
  const totalOf = (amounts: readonly number[]) => dollarsFromCents(sumCents(amounts.map(centsFromDollars)));
  return {
    period,
    cut_off: cutOff,
    cut_off_text: formatCutOff(cutOff, ports.timeZone),
    total: totalOf(accounts.map(({ total }) => total)),
    last_month_total: totalOf(accounts.map(({ last_month_total }) => last_month_total)),
    accounts: accounts.sort((a, b) => compareNames(a.company_name ?? '', b.company_name ?? '')),
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
    const { outcome, skippedBecause, ...charges } = isCanceled(accountId)
      ? skipped('canceled')
      : outcomeOf(invoiceOf(accountId, period), pricedOf.get(accountId));
    const amounts = [...charges.lines, ...charges.adjustments].map(({ amountCents }) => amountCents);
    return {
      account_id: accountId,
      company_name: nameOf.get(accountId) ?? null,
      is_demo: account.facts.isDemo,
      outcome,
      skipped_because: skippedBecause,
      total: dollarsFromCents(sumCents(amounts)),
      last_month_total: dollarsFromCents(lastMonth?.totalCents ?? 0),
      differences: differenceTexts(differencesBetween(lastMonth ?? NOTHING, charges)),
      lines: linesOf(charges),
    };
  });
}

/** The first differences, and the number of others. */
function differenceTexts(differences: readonly Difference[]): string[] {
  const shown = differences.slice(0, MAX_DIFFERENCES).map(differenceText);
  const more = differences.length - shown.length;
  return more === 0 ? shown : [...shown, `${more.toLocaleString('en-US')} more differences`];
}

const linesOf = ({ lines, adjustments }: Charges): PreviewedAccount['lines'] => [
  ...lines.map(({ siteId, name, readers, rateCents, amountCents, source }) => ({
    site_id: siteId,
    name,
    readers,
    rate: dollarsFromCents(rateCents),
    amount: dollarsFromCents(amountCents),
    source,
  })),
  ...adjustments.map(({ kind, invoiceNumber, amountCents }) => ({
    site_id: null,
    name: kind === 'credit' ? `Credit of ${invoiceNumber}` : `Carried over from ${invoiceNumber}`,
    readers: 0,
    rate: 0,
    amount: dollarsFromCents(amountCents),
    source: null,
  })),
];

export const NOTHING: Charges = { lines: [], adjustments: [] };

type Outcome = Charges & {
  readonly outcome: PreviewedAccount['outcome'];
  /** `canceled`: it was canceled and not reissued. */
  readonly skippedBecause: SkipReason | 'canceled' | null;
};

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
