import { randomUUID } from 'node:crypto';
import {
  asPeriod,
  type BillingCut,
  type BillingResult,
  type BillingRunState,
  billingRunDecider,
  billingRunStream,
  closedThrough,
  cutOffOf,
  firstDayOf,
  formatPeriod,
  invoiceIdFor,
  missedPeriods,
  type Period,
  periodOfInstant,
  refuseTooEarly,
  type SkipReason,
  unprocessable,
} from '@portal/domain';
import { dollarsFromCents, sumCents } from '@portal/domain/values';
import {
  type AccountFactsAt,
  countBillingAccounts,
  firstActivation,
  issuedInvoices,
  parkedAt,
} from '@portal/projections';
import type { Logger } from 'pino';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId, newCommand } from '../../kernel/commandContext.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { booksOf, presentInvoice, refuseClosedDay } from '../invoices/module.ts';
import { accountPages, cutOfPeriod, factsCutOf, type InvoiceCut, pricedNow } from './cut.ts';
import { type InvoiceToIssue, issueInvoices } from './issueInvoices.ts';
import { BILLING_READS, type BillingPorts } from './ports.ts';
import { priceAccounts } from './priceAccounts.ts';

const READS_AT_ONCE = 32;

interface RunOptions {
  /** Aborts at the next page; the next run continues from there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  readonly reason?: string | undefined;
}

export interface RunOutcome {
  readonly period: Period;
  readonly cut: BillingCut;
  readonly result: BillingResult;
  /** False if nothing was left to do. */
  readonly wrote: boolean;
  readonly chain: CausalChain;
}

/**
 * Issues the invoices of a month as of its cut-off, however late (rules B20 to B22). The first run fixes the cut-off in
 * the run's stream; later ones continue it. A completed run is repeated only for accounts that are no longer parked.
 * @throws BusinessRefusal unprocessable before the month begins, after it was closed or without active sites;
 * ReadModelsBehind
 */
export async function runBilling(
  ports: BillingPorts,
  period: Period,
  context: CommandContext,
  options: RunOptions = {},
): Promise<RunOutcome> {
  refuseTooEarly(period, cutOffOf(period, ports.timeZone), ports.now().toISOString());
  const before = await loadRun(ports, period);
  if (before.status === 'completed' && !(await hasUnparked(ports, before))) {
    return { period, cut: before.cut, result: before.result, wrote: false, chain: NOTHING_APPENDED };
  }
  await refuseClosedDay(ports.commands, firstDayOf(period), 'period');
  await ports.upToDate(BILLING_READS);
  if (before.status === 'none') await refuseBeforeAnySite(ports, period);
  const cut = before.status === 'none' ? await start(ports, period, context, options.reason) : before.cut;
  const result = await issueAll(ports, period, cut, context, options);
  const { appended } = await ports.commands.execute({
    stream: billingRunStream(period),
    decider: billingRunDecider,
    command: { type: 'CompleteBillingRun', result },
    context: { ...context, id: deriveId(context, `complete ${period}`) },
    accounts: [],
  });
  const { position, types } = await ports.commands.followUp(appended);
  // the completion comes last: waiting for it waits for every invoice
  const chain = { position, types: [...types, 'InvoiceIssued'] };
  return { period, cut, result, wrote: appended.length > 0, chain };
}

/** The cut of a period's run, or what it would be. */
export async function cutFor(ports: BillingPorts, period: Period): Promise<InvoiceCut> {
  const run = await loadRun(ports, period);
  return factsCutOf(run.status === 'none' ? await cutOfPeriod(ports, period) : run.cut);
}

export function loadRun({ commands }: BillingPorts, period: Period): Promise<BillingRunState> {
  return commands.load(billingRunStream(asPeriod(period)), billingRunDecider);
}

/** A mistyped month must not be recorded as a run without invoices. */
async function refuseBeforeAnySite({ db, timeZone }: BillingPorts, period: Period): Promise<void> {
  const first = await firstActivation(db);
  if (first !== null && period > periodOfInstant(first, timeZone)) return;
  throw unprocessable(
    `No site was active when ${formatPeriod(period)} began, so there is nothing to bill.`,
    'period',
  );
}

async function hasUnparked(
  { db }: BillingPorts,
  { cut, result }: Extract<BillingRunState, { status: 'completed' }>,
): Promise<boolean> {
  if (result.parked.length === 0) return false;
  const parked = new Set(await parkedAt(db, factsCutOf(cut)));
  return result.parked.some((key) => !parked.has(key));
}

async function start(
  ports: BillingPorts,
  period: Period,
  context: CommandContext,
  reason: string | undefined,
): Promise<BillingCut> {
  const { state } = await ports.commands.execute({
    stream: billingRunStream(period),
    decider: billingRunDecider,
    command: {
      type: 'StartBillingRun',
      period,
      cut: await cutOfPeriod(ports, period),
      now: ports.now().toISOString(),
    },
    context: { ...context, id: deriveId(context, `start ${period}`) },
    accounts: [],
    reason,
  });
  if (state.status === 'none') throw new Error(`The run of ${period} did not start.`);
  return state.cut;
}

async function issueAll(
  ports: BillingPorts,
  period: Period,
  billingCut: BillingCut,
  context: CommandContext,
  { signal, onProgress }: RunOptions,
): Promise<BillingResult> {
  const cut = factsCutOf(billingCut);
  const parked = await parkedAt(ports.db, cut);
  const isParked = new Set(parked);
  const total = onProgress === undefined ? 0 : await countBillingAccounts(ports.db, cut);
  const totals: number[] = [];
  const skipped = new Map<SkipReason, string[]>();
  const pricedSeq = await pricedNow(ports);
  let done = 0;
  async function* pricedPages() {
    for await (const page of accountPages(ports, cut)) {
      const billable = page.filter(({ accountId }) => !isParked.has(accountId));
      yield { ...(await pricePage(ports, period, { cut, pricedSeq }, billable)), read: page.length };
    }
  }
  for await (const page of oneAhead(pricedPages())) {
    signal?.throwIfAborted();
    const commands = { ...ports.commands, execute: ports.executeForFollowers };
    const now = await issueInvoices({ ...ports, commands }, period, cut, page.toIssue, context);
    totals.push(...page.earlier, ...now.map(({ invoice }) => invoice.totalCents));
    for (const { reason, accountId } of page.skipped) {
      skipped.set(reason, [...(skipped.get(reason) ?? []), accountId]);
    }
    done += page.read;
    onProgress?.(done, total);
  }
  return {
    issued: totals.length,
    totalCents: sumCents(totals),
    skipped: [...skipped].map(([reason, accountIds]) => ({ reason, accountIds })),
    parked,
  };
}

/** Reads the next item while the caller uses the current one. */
async function* oneAhead<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  let next = items.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = items.next();
    // reported when it is awaited; the caller may have failed before
    next.catch(() => {});
    yield value;
  }
}

/** Totals of invoices that were issued before, in cents; invoices to issue; accounts without one. */
async function pricePage(
  ports: BillingPorts,
  period: Period,
  { cut, pricedSeq }: { readonly cut: InvoiceCut; readonly pricedSeq: number },
  page: readonly AccountFactsAt[],
) {
  const accounts = page.map((facts) => ({
    facts,
    invoiceId: invoiceIdFor({ accountId: facts.accountId, period, issue: 1 }),
  }));
  const issued = await issuedInvoices(
    ports.db,
    accounts.map(({ invoiceId }) => invoiceId),
  );
  const isIssued = ({ invoiceId }: { readonly invoiceId: string }) => issued.has(invoiceId);
  const earlier = await inParallel(accounts.filter(isIssued), READS_AT_ONCE, ({ invoiceId }) =>
    presentInvoice(ports.commands, invoiceId),
  );
  const rest = accounts.filter((account) => !isIssued(account));
  const toIssue: InvoiceToIssue[] = [];
  const skipped: { readonly reason: SkipReason; readonly accountId: string }[] = [];
  for (const account of await priceAccounts(ports, period, cut, rest, pricedSeq)) {
    const { priced, accountId } = account;
    if (priced.outcome === 'skipped') skipped.push({ reason: priced.reason, accountId });
    else toIssue.push({ ...account, priced, invoiceDate: firstDayOf(period), replaces: null });
  }
  return { earlier: earlier.map(({ totalCents }) => totalCents), toIssue, skipped };
}

const EVERY_MS = 60_000;

export const BILLING_ACTOR = { kind: 'system', id: 'billing run' } as const;

/** Months that are due, billed or not, earliest first, from the month after the first site became active. Freshness: `logIndex`. */
export async function periodsToBill({ db, now, timeZone }: BillingPorts): Promise<readonly Period[]> {
  const first = await firstActivation(db);
  return first === null ? [] : missedPeriods(first, now().toISOString(), timeZone);
}

/** Bills all due months in order, each taking over what earlier ones left, also after down-time (reliability R10). */
export function billingJob(ports: BillingPorts, log: Pick<Logger, 'info' | 'warn'>): Job {
  /** Completed for all accounts; not read again. */
  const done = new Set<Period>();
  /** Last logged warning per month. */
  const warned = new Map<Period, string>();
  return {
    name: 'billing run',
    everyMs: EVERY_MS,
    async run(signal) {
      await ports.upToDate(['logIndex']);
      const closed = closedThrough(await booksOf(ports.commands)) ?? '';
      for (const period of await periodsToBill(ports)) {
        // nothing is dated into a closed month (rule B36)
        if (done.has(period) || period <= closed) continue;
        signal.throwIfAborted();
        const before = await loadRun(ports, period);
        if (before.status !== 'completed') log.info({ period }, 'billing run begins');
        const context = newCommand(ports.now(), BILLING_ACTOR, randomUUID());
        const { result, wrote } = await runBilling(ports, period, context, { signal });
        const { issued, totalCents, parked } = result;
        if (wrote) log.info({ period, issued, total: dollarsFromCents(totalCents) }, 'billing run completed');
        if (parked.length === 0) done.add(period);
        else if (warned.get(period) !== parked.join()) {
          warned.set(period, parked.join());
          log.warn({ period, parked }, 'accounts were not billed: their read models are parked');
        }
      }
    },
  };
}
