import { type Adjustment, invoiceIdFor, periodOfDay } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { billingFactsOf, parkedAt } from '@portal/projections';
import type { BillingPorts } from './billingPorts.ts';
import { cutNow } from './cut.ts';
import { priceAccounts } from './priceAccounts.ts';

/** What an account's next invoice would come to. Cents. */
export interface NextInvoice {
  /** What active sites come to. */
  readonly chargesCents: number;
  /** Amounts carried over and credits that it takes. */
  readonly adjustments: readonly Adjustment[];
  readonly totalCents: number;
}

const NONE: NextInvoice = { chargesCents: 0, adjustments: [], totalCents: 0 };

/**
 * The invoice of `invoiceDate` by what is known now, priced as the billing preview and the run price it; null where they
 * price none, because an event of the account can't be applied. Changes nothing.
 * Freshness: `BILLING_READS`.
 */
export async function nextInvoice(
  ports: BillingPorts,
  accountId: string,
  invoiceDate: Day,
): Promise<NextInvoice | null> {
  const cut = await cutNow(ports);
  if ((await parkedAt(ports.db, cut)).includes(accountId)) return null;
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  if (facts === undefined) return NONE;
  const period = periodOfDay(invoiceDate);
  const invoiceId = invoiceIdFor({ accountId, period, issue: 1 });
  const [account] = await priceAccounts(ports, period, cut, [{ facts, invoiceId }], cut.seq);
  if (account?.priced.outcome !== 'priced') return NONE;
  const { lines, adjustments, totalCents } = account.priced;
  const chargesCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { chargesCents, adjustments, totalCents };
}
