import type { PortalSettings } from '@portal/contract';
import { onInvoice } from '@portal/domain';
import { addDays, type Day } from '@portal/domain/values';
import {
  accountsByIds,
  cardsExpiring,
  type InvoiceRow,
  invoicesOfUnfinishedAutoPay,
  openInvoicesDue,
  type Queryable,
  type SavedCardRow,
  savedCardsOf,
  usersOfAccount,
} from '@portal/projections';
import type { Logger } from 'pino';
import { newCommand } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Payments } from '../payments/module.ts';
import { type Charging, cardsToSpeakOf, isAutoPayable, reminderDue } from './due.ts';
import { cardExpiring } from './mails.ts';

export interface DunningPorts {
  readonly commands: CommandPorts;
  readonly payments: Pick<Payments, 'start'>;
  readonly db: Queryable;
  readonly outbox: Outbox;
  readSettings(): Promise<Pick<PortalSettings, 'remind_days_before_due' | 'remind_days_overdue'>>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  now(): Date;
  today(): Day;
  /** The address of a page, e.g. `/login`. */
  page(path: string): string;
}

const EVERY_MS = 10 * 60_000;
/** The maximum that administrators can set (contract, portalSettingsSchema). */
const MOST_DAYS_AHEAD = 14;

/** Automatic payment, reminders, and notice of expiring cards. */
export function dunningJobs(ports: DunningPorts): readonly Job[] {
  return [
    { name: 'automatic payment', everyMs: EVERY_MS, run: (signal) => chargeWhatIsDue(ports, signal) },
    { name: 'invoice reminders', everyMs: EVERY_MS, run: (signal) => remindOfInvoices(ports, signal) },
    { name: 'expiring cards', everyMs: EVERY_MS, run: (signal) => speakOfExpiringCards(ports, signal) },
  ];
}

const systemCommand = ({ now }: DunningPorts, name: string) =>
  newCommand(now(), { kind: 'system', id: name }, name);

/** Mode and card of each of these accounts. */
async function chargingOf(
  { db, today }: Pick<DunningPorts, 'db' | 'today'>,
  accountIds: readonly string[],
): Promise<Map<string, Charging>> {
  const ids = [...new Set(accountIds)];
  const [accounts, cards] = await Promise.all([accountsByIds(db, ids, today()), savedCardsOf(db, ids)]);
  const inMode = (accountId: string, isDemo: boolean): SavedCardRow | null =>
    cards.find((card) => card.account_id === accountId && card.livemode !== isDemo) ?? null;
  return new Map(accounts.map(({ id, is_demo: isDemo }) => [id, { isDemo, card: inMode(id, isDemo) }]));
}

/**
 * Charges the saved cards of consenting companies on the due date or later, once per invoice. A declined card is not charged
 * again; an attempt without an answer continues for a day.
 */
export async function chargeWhatIsDue(ports: DunningPorts, signal: AbortSignal): Promise<void> {
  const { db, commands, payments, log } = ports;
  const unfinished = new Set(await invoicesOfUnfinishedAutoPay(db));
  const due = (await openInvoicesDue(db, ports.today()))
    .map((invoice) => (unfinished.has(invoice.id) ? { ...invoice, auto_pay_tried: false } : invoice))
    .filter(({ auto_pay_tried }) => !auto_pay_tried);
  const charging = await chargingOf(
    ports,
    due.map(({ account_id }) => account_id),
  );
  for (const invoice of due) {
    if (signal.aborted) return;
    const how = charging.get(invoice.account_id);
    if (how === undefined || !isAutoPayable(invoice, how, commands.billingDay)) continue;
    const { id, account_id: accountId, open_cents: amountCents, invoice_number: number } = invoice;
    try {
      await payments.start(
        {
          accountId,
          userId: null,
          shares: [{ kind: 'invoice', id, amountCents }],
          how: 'auto_pay',
          description: `Invoice ${number}`,
        },
        systemCommand(ports, 'automatic payment'),
      );
    } catch (error) {
      // one failure must not stop the others; retried at the next tick
      log.warn({ err: error, invoice: id }, 'automatic payment failed');
    }
  }
}

/** Sends reminders of due and overdue invoices; the event causes the mail. */
export async function remindOfInvoices(ports: DunningPorts, signal: AbortSignal): Promise<void> {
  const { db, commands, log } = ports;
  const settings = await ports.readSettings();
  const today = ports.today();
  const invoices = await openInvoicesDue(db, addDays(today, MOST_DAYS_AHEAD));
  const charging = await chargingOf(
    ports,
    invoices.map(({ account_id }) => account_id),
  );
  for (const invoice of invoices) {
    if (signal.aborted) return;
    const how = charging.get(invoice.account_id);
    const chargedByItself = how !== undefined && isAutoPayable(invoice, how, commands.billingDay);
    const reminder = reminderDue(invoice, settings, {
      today,
      issuedOn: commands.billingDay(invoice.created_at),
      chargedByItself,
    });
    if (reminder === null) continue;
    try {
      await remind(ports, invoice, { ...reminder, today });
    } catch (error) {
      log.warn({ err: error, invoice: invoice.id }, 'a reminder could not be sent');
    }
  }
}

async function remind(
  ports: DunningPorts,
  { id, account_id: accountId }: InvoiceRow,
  reminder: { readonly kind: 'due_soon' | 'overdue'; readonly days: number; readonly today: Day },
): Promise<void> {
  await runCommand(ports.commands, {
    ...onInvoice(id, accountId),
    command: { type: 'RemindOfInvoice', ...reminder },
    context: systemCommand(ports, 'invoice reminders'),
  });
}

/** Mails companies whose card, in their current mode, expires within 30 days; once per card. */
export async function speakOfExpiringCards(ports: DunningPorts, signal: AbortSignal): Promise<void> {
  const { db, outbox } = ports;
  const cards = await cardsExpiring(db, cardsToSpeakOf(ports.today()));
  const accounts = await accountsByIds(
    db,
    cards.map(({ account_id }) => account_id),
    ports.today(),
  );
  for (const card of cards) {
    if (signal.aborted) return;
    const account = accounts.find(({ id }) => id === card.account_id);
    if (account === undefined || account.is_demo === card.livemode) continue;
    const users = await usersOfAccount(db, account.id, ports.today());
    const user = users.find(({ id }) => id === account.first_user_id) ?? users[0];
    if (user === undefined) continue;
    await outbox.post({
      cause: `card ${card.payment_method_id} ${card.expires_on}`,
      kind: 'cardExpiring',
      recipient: user.email,
      userId: user.id,
      accountId: account.id,
      letter: cardExpiring({
        brand: card.brand,
        last4: card.last4,
        expiresOn: card.expires_on,
        autoPay: card.consented_at !== null,
        paymentMethodUrl: ports.page('/update-payment-method'),
      }),
    });
  }
}
