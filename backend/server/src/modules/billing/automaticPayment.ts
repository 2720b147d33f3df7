import type { PortalSettings } from '@portal/contract';
import { stillOpenCents } from '@portal/domain';
import { MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import {
  accountsByIds,
  invoicesOfUnfinishedAutoPay,
  openInvoicesDue,
  type SavedCardRow,
  savedCardsOf,
} from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { JobPorts } from '../../platform/readPorts.ts';
import { presentInvoice } from '../invoices/module.ts';
import type { Payments } from '../payments/module.ts';
import { type Charging, isAutoPayable, nextRetry } from './due.ts';

interface Ports extends JobPorts {
  readonly payments: Pick<Payments, 'start'>;
  readSettings(): Promise<Pick<PortalSettings, 'auto_pay_retry_days'>>;
}

const NAME = 'automatic payment';

export const automaticPaymentJob = (ports: Ports): Job => ({
  name: NAME,
  everyMs: 10 * 60_000,
  run: (signal) => chargeDueInvoices(ports, signal),
});

/** Mode, card and presence of users of each of these accounts. */
export async function chargingOf(
  { db, today }: Pick<JobPorts, 'db' | 'today'>,
  accountIds: readonly string[],
): Promise<Map<string, Charging>> {
  const ids = [...new Set(accountIds)];
  const [accounts, cards] = await Promise.all([accountsByIds(db, ids, today()), savedCardsOf(db, ids)]);
  const inMode = (accountId: string, isDemo: boolean): SavedCardRow | null =>
    cards.find((card) => card.account_id === accountId && card.livemode !== isDemo) ?? null;
  return new Map(
    accounts.map(({ id, is_demo: isDemo, first_user_id: recipient }) => [
      id,
      { isDemo, card: inMode(id, isDemo), hasUser: recipient !== null },
    ]),
  );
}

/**
 * Charges the saved cards of consenting companies on the due date or later, once per invoice. A declined card is charged again
 * on the set days, else never; an attempt without an answer continues for a day.
 */
async function chargeDueInvoices(ports: Ports, signal: AbortSignal): Promise<void> {
  const { db, commands, payments, log } = ports;
  const today = ports.today();
  const { auto_pay_retry_days: retryDays } = await ports.readSettings();
  const unfinished = new Set(await invoicesOfUnfinishedAutoPay(db));
  const due = (await openInvoicesDue(db, today))
    .map((invoice) => (unfinished.has(invoice.id) ? { ...invoice, auto_pay_tried: false } : invoice))
    .filter(({ auto_pay_tried, auto_pay_retry }) => !auto_pay_tried || auto_pay_retry !== null);
  const charging = await chargingOf(
    ports,
    due.map(({ account_id }) => account_id),
  );
  for (const invoice of due) {
    if (signal.aborted) return;
    const how = charging.get(invoice.account_id);
    if (how === undefined || !isAutoPayable(invoice, how, commands.billingDay, today)) continue;
    const { id, account_id: accountId, invoice_number: number, auto_pay_tried: isRetry } = invoice;
    try {
      // credit may have paid part of it since the read model was written
      const present = await presentInvoice(commands, id);
      const amountCents = stillOpenCents(present);
      if (present.status !== 'open' || amountCents < MIN_CARD_CHARGE_CENTS) continue;
      await payments.start(
        {
          accountId,
          userId: null,
          shares: [{ kind: 'invoice', id, amountCents }],
          how: 'auto_pay',
          auto: { today, retryOn: nextRetry(invoice.due_date, today, retryDays), isRetry },
          description: `Invoice ${number}`,
        },
        newCommand(ports.now(), { kind: 'system', id: NAME }, NAME),
      );
    } catch (error) {
      // one failure must not stop the others; retried at the next tick
      log.warn({ err: error, invoice: id }, 'automatic payment failed');
    }
  }
}
