import type { DunningStep, PortalSettings } from '@portal/contract';
import type { InvoiceEvent } from '@portal/domain';
import { addDays, type Day, laterDay, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { InvoiceRow, SavedCardRow } from '@portal/projections';

/** Due work of a day, from read models only. Days are billing days. */

export const CARD_NOTICE_DAYS = 30;

type Sent = Extract<InvoiceEvent, { type: 'InvoiceReminderSent' }>['data'];

export interface Reminder {
  readonly kind: 'due_soon' | 'overdue';
  /** Days before or after the due date, as set by administrators. */
  readonly days: number;
  /** What a step does beside the usual reminder; absent for nothing. */
  readonly step?: NonNullable<Sent['step']>;
}

type Remindable = Pick<InvoiceRow, 'status' | 'due_date' | 'open_cents' | 'reminders'>;

/**
 * The reminder due on a day, or null: one before the due date, then only the latest one reached. Amounts too small for a card
 * are carried over and not reminded of.
 * @param on.openSince the billing day of issue, or on which a payment was reversed or taken back: not overdue at once
 * @param on.paidAutomatically a saved card pays it on the due date
 * @param on.isPaused the company waits for an answer to a question: no step after the due date
 */
export function reminderDue(
  { status, due_date: due, open_cents: open, reminders }: Remindable,
  settings: Pick<PortalSettings, 'remind_days_before_due' | 'dunning_steps'>,
  on: {
    readonly today: Day;
    readonly openSince: Day;
    readonly paidAutomatically: boolean;
    readonly isPaused: boolean;
  },
): Reminder | null {
  if (status !== 'pending' || open < MIN_CARD_CHARGE_CENTS) return null;
  const { today, paidAutomatically } = on;
  const { remind_days_before_due: before, dunning_steps: steps } = settings;
  if (today <= due) {
    const soon = before > 0 && today >= addDays(due, -before);
    const reminded = reminders.some((key) => key.startsWith('due_soon:'));
    return soon && !reminded && !paidAutomatically ? { kind: 'due_soon', days: before } : null;
  }
  if (on.isPaused) return null;
  const late = laterDay(due, on.openSince);
  const reached = steps.filter(({ days }) => addDays(late, days) <= today);
  const [step] = [...reached].sort((a, b) => b.days - a.days);
  const last = Math.max(0, ...reminders.map((key) => Number(/^overdue:(\d+)$/.exec(key)?.[1] ?? 0)));
  if (step === undefined || step.days <= last) return null;
  // an earlier step that was missed holds orders all the same, but its fee, which nobody was told of, is not charged
  const holds = reached.some((one) => one.hold_orders);
  return { kind: 'overdue', days: step.days, ...doneBy(step, holds) };
}

function doneBy({ subject, text, late_fee_cents: lateFeeCents }: DunningStep, holdsOrders: boolean) {
  if (subject === '' && text === '' && lateFeeCents === 0 && !holdsOrders) return {};
  return { step: { subject, text, lateFeeCents, holdsOrders } };
}

/** An account's mode, the card that its mode has, and whether anybody is told. */
export interface Charging {
  /** False for a company without users: its card is not charged and reminders would reach nobody. */
  readonly hasUser: boolean;
  /** The account's mode now. */
  readonly isDemo: boolean;
  /** The card of that mode; null for none. */
  readonly card: Pick<SavedCardRow, 'consented_at' | 'declined_on'> | null;
}

type Chargeable = Pick<
  InvoiceRow,
  'status' | 'due_date' | 'open_cents' | 'is_demo' | 'auto_pay_tried' | 'auto_pay_retry'
>;

/**
 * Whether a declined automatic payment is tried again: on the day that was announced, or the day after the card was replaced.
 * @param card.declined_on null once it is replaced
 */
const isRetryDue = (
  { auto_pay_retry: retry }: Pick<InvoiceRow, 'auto_pay_retry'>,
  card: NonNullable<Charging['card']>,
  today: Day,
): boolean => retry !== null && retry.triedOn < today && (retry.on <= today || card.declined_on === null);

/** The day on which a payment that is declined today is tried again, by the set days after the due date; null for none. */
export function nextRetry(due: Day, today: Day, daysAfter: readonly number[]): Day | null {
  const [next = null] = daysAfter
    .map((days) => addDays(due, days))
    .filter((day) => day > today)
    .sort();
  return next;
}

/**
 * Whether the saved card may be charged automatically on the due date: with consent before it, in the mode of the invoice, not
 * tried before, not declined, or to be tried again, and of a company with users.
 * @param dayOf the billing day at an ISO instant
 */
export function isAutoPayable(
  invoice: Chargeable,
  { isDemo, card, hasUser }: Charging,
  dayOf: (instant: string) => Day,
  today: Day,
): boolean {
  if (invoice.status !== 'pending' || !hasUser) return false;
  if (invoice.open_cents < MIN_CARD_CHARGE_CENTS || invoice.is_demo !== isDemo) return false;
  if (card === null) return false;
  if (invoice.auto_pay_tried ? !isRetryDue(invoice, card, today) : card.declined_on !== null) return false;
  const { consented_at: consentedAt } = card;
  return consentedAt !== null && dayOf(consentedAt) <= invoice.due_date;
}

/** Expiry dates of cards to mail about: from today, so that missed ones are included. */
export const expiryDaysToMail = (today: Day): { readonly from: Day; readonly to: Day } => ({
  from: today,
  to: addDays(today, CARD_NOTICE_DAYS),
});
