import { cardText, mayDealer, type PortalSettings } from '@portal/contract';
import { lastReopening, onInvoice } from '@portal/domain';
import { addDays, type Day, formatDay, laterDay } from '@portal/domain/values';
import {
  accountsByIds,
  cardsExpiring,
  type InvoiceRow,
  openInvoicesDue,
  questionsOf,
  type UserRow,
  usersOfAccount,
} from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { button } from '../../platform/mail/letter.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { JobPorts } from '../../platform/readPorts.ts';
import { chargingOf } from './automaticPayment.ts';
import { type Charging, expiryDaysToMail, isAutoPayable, type Reminder, reminderDue } from './due.ts';

export interface ReminderPorts extends JobPorts {
  readonly outbox: Outbox;
  readSettings(): Promise<Pick<PortalSettings, 'remind_days_before_due' | 'dunning_steps'>>;
  /** The address of a page, e.g. `/login`. */
  page(path: string): string;
}

const EVERY_MS = 10 * 60_000;
/** The maximum that administrators can set (contract, portalSettingsSchema). */
const MAX_DAYS_AHEAD = 14;
const INVOICE_REMINDERS = 'invoice reminders';

export function reminderJobs(ports: ReminderPorts): readonly Job[] {
  return [
    { name: INVOICE_REMINDERS, everyMs: EVERY_MS, run: (signal) => remindOfInvoices(ports, signal) },
    { name: 'expiring cards', everyMs: EVERY_MS, run: (signal) => mailExpiringCards(ports, signal) },
  ];
}

async function remindOfInvoices(ports: ReminderPorts, signal: AbortSignal): Promise<void> {
  const { db, commands, log } = ports;
  const settings = await ports.readSettings();
  const today = ports.today();
  const invoices = await openInvoicesDue(db, addDays(today, MAX_DAYS_AHEAD));
  const accountIds = invoices.map(({ account_id }) => account_id);
  const charging = await chargingOf(ports, accountIds);
  const questions = await questionsOf(db, accountIds);
  const asking = new Set(
    questions.filter(({ closed_at }) => closed_at === null).map(({ account_id }) => account_id),
  );
  for (const invoice of invoices) {
    if (signal.aborted) return;
    const how = charging.get(invoice.account_id);
    // a live company is not reminded of play money (rule B42)
    if (invoice.is_demo && how?.isDemo === false) continue;
    if (how?.hasUser === false) continue;
    const paidAutomatically = how !== undefined && isAutoPayable(invoice, how, commands.billingDay, today);
    const issuedOn = commands.billingDay(invoice.created_at);
    // an answer to a question about it begins the days anew
    const answered = questions.flatMap(({ invoice_id, closed_at }) =>
      invoice_id === invoice.id && closed_at !== null ? [commands.billingDay(closed_at)] : [],
    );
    const reopenedOn = lastReopening(invoice.payments)?.on ?? issuedOn;
    const reminder = reminderDue(invoice, settings, {
      today,
      openSince: [reopenedOn, ...answered].reduce(laterDay, issuedOn),
      paidAutomatically,
      isPaused: asking.has(invoice.account_id),
    });
    if (reminder === null) continue;
    try {
      await remind(ports, invoice, withoutFeeOfOtherMode({ ...reminder, today }, invoice, how));
    } catch (error) {
      log.warn({ err: error, invoice: invoice.id }, 'a reminder could not be sent');
    }
  }
}

/** A late fee is billed in the company's mode: none for an invoice of the other one (rule B42). */
function withoutFeeOfOtherMode<R extends Reminder>(
  reminder: R,
  { is_demo: isDemo }: Pick<InvoiceRow, 'is_demo'>,
  how: Pick<Charging, 'isDemo'> | undefined,
): R {
  if (reminder.step === undefined || how?.isDemo === isDemo) return reminder;
  return { ...reminder, step: { ...reminder.step, lateFeeCents: 0 } };
}

async function remind(
  ports: ReminderPorts,
  { id, account_id: accountId }: InvoiceRow,
  reminder: Reminder & { readonly today: Day },
): Promise<void> {
  await runCommand(ports.commands, {
    ...onInvoice(id, accountId),
    command: { type: 'RemindOfInvoice', ...reminder },
    context: newCommand(ports.now(), { kind: 'system', id: INVOICE_REMINDERS }, INVOICE_REMINDERS),
  });
}

/**
 * Mails the first user of companies whose card, in their current mode, expires within 30 days, and colleagues who may change the card
 * and want mails about invoices; once per card.
 */
async function mailExpiringCards(ports: ReminderPorts, signal: AbortSignal): Promise<void> {
  const { db, outbox } = ports;
  const cards = await cardsExpiring(db, expiryDaysToMail(ports.today()));
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
    const first = users.find(({ id }) => id === account.first_user_id) ?? users[0];
    const asked = (user: UserRow) =>
      user.email_preferences.invoice_created && mayDealer(user.dealer_role, 'paying');
    const to = users.filter((user) => user === first || asked(user));
    const name = cardText(card);
    const expires = `expires on ${formatDay(card.expires_on)}`;
    for (const user of to)
      await outbox.post({
        cause: `card ${card.payment_method_id} ${card.expires_on}`,
        kind: 'cardExpiring',
        recipient: user.email,
        userId: user.id,
        accountId: account.id,
        letter: {
          subject: 'Your saved card expires soon',
          preheader: `The ${name} ${expires}.`,
          title: 'Your saved card expires soon',
          blocks: [
            `The saved card of your company, ${name}, ${expires}. Please save a new one${card.consented_at === null ? '' : ', so that automatic payments continue'}.`,
            button('Update payment method', ports.page('/update-payment-method')),
          ],
        },
      });
  }
}
