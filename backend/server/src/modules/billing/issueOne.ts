import {
  conflict,
  cutOffOf,
  firstDayOf,
  formatPeriod,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  type Period,
  refuseTooEarly,
  type SkipReason,
  unprocessable,
} from '@portal/domain';
import { billingFactsOf } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { openAccount } from '../companies/module.ts';
import { refuseClosedDay } from '../invoices/module.ts';
import { type InvoiceCut, pricedNow, refuseParked } from './cut.ts';
import { issueInvoices } from './issueInvoices.ts';
import { BILLING_READS, type BillingPorts } from './ports.ts';
import { type AccountToPrice, type PricedAccount, priceAccounts } from './priceAccounts.ts';
import { cutFor } from './run.ts';

/**
 * IssueInvoice for one account outside the run, from the state at the run's cut. An existing invoice stays as it is.
 * @throws BusinessRefusal not_found; conflict for a canceled invoice or a parked account; unprocessable before the month
 * begins, or if there is nothing to bill
 */
export async function issueOne(
  ports: BillingPorts,
  accountId: string,
  period: Period,
  context: CommandContext,
  reason?: string,
): Promise<{ readonly invoiceId: string; readonly chain: CausalChain }> {
  const { commands } = ports;
  await openAccount(commands, accountId);
  refuseTooEarly(period, cutOffOf(period, ports.timeZone), ports.now().toISOString());
  const invoiceId = invoiceIdFor({ accountId, period, issue: 1 });
  const known = await commands.load(invoiceStream(invoiceId), invoiceDecider);
  if (known.status === 'voided') {
    throw conflict(
      `Invoice ${known.invoiceNumber} of ${formatPeriod(period)} was canceled. Please reissue it.`,
    );
  }
  if (known.status === 'none') await refuseClosedDay(commands, firstDayOf(period), 'period');
  await ports.upToDate(BILLING_READS);
  const cut = await cutFor(ports, period);
  const account = { accountId, invoiceId };
  const priced = billable(await priceOne(ports, period, cut, account, await pricedNow(ports)), period);
  const invoice = { ...priced, invoiceDate: firstDayOf(period), replaces: null };
  const [issued] = await issueInvoices(ports, period, cut, [invoice], context, reason);
  return { invoiceId, chain: await commands.followUp(issued?.appended ?? []) };
}

/**
 * The invoice of an account at a cut-off, with remainders and credits as of event `pricedSeq`. Freshness: {@link
 * BILLING_READS}.
 * @throws BusinessRefusal conflict if the account is parked
 */
export async function priceOne(
  ports: BillingPorts,
  period: Period,
  cut: InvoiceCut,
  { accountId, ...account }: { readonly accountId: string } & Omit<AccountToPrice, 'facts'>,
  pricedSeq: number,
): Promise<PricedAccount | null> {
  await refuseParked(ports, cut, accountId);
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  if (facts === undefined) return null;
  const [priced] = await priceAccounts(ports, period, cut, [{ facts, ...account }], pricedSeq);
  return priced ?? null;
}

const NOTHING_TO_BILL: Record<SkipReason, string> = {
  not_open: 'This company was not there when',
  no_active_sites: 'This company had no active site when',
};

/** @throws BusinessRefusal unprocessable if there is nothing to bill */
export function billable(account: PricedAccount | null, period: Period) {
  if (account?.priced.outcome === 'priced') return { ...account, priced: account.priced };
  const why = NOTHING_TO_BILL[account?.priced.reason ?? 'not_open'];
  throw unprocessable(`${why} ${formatPeriod(period)} began, so there is nothing to bill.`, 'period');
}
