import type { InvoiceEvent } from '../invoice/events.ts';
import type { OrderEvent } from '../order/events.ts';
import type { PaymentEvent } from '../payment/events.ts';
import { evolvePayment, type PaymentState } from '../payment/state.ts';
import type { Day } from '../values/days.ts';
import type { JournalAccount } from './accounts.ts';
import { type BookedInvoice, bookInvoice, INVOICE_ENTRIES, type IsDemoOf } from './invoices.ts';
import { entry, inMode, type JournalLine, netted } from './lines.ts';
import { PAYMENT_ENTRIES, taxBackOfOrders } from './payments.ts';

export type JournalEvent = InvoiceEvent | PaymentEvent | OrderEvent;

/** Cents; one of both is 0. */
export interface Posting {
  readonly account: JournalAccount;
  readonly isDemo: boolean;
  readonly debitCents: number;
  readonly creditCents: number;
}

/** What an event posts (rule B37), on {@link journalDay}. Debits equal credits, in each mode. */
export interface JournalEntry {
  /** The company. */
  readonly accountId: string;
  readonly invoiceId: string | null;
  readonly orderId: string | null;
  /** Of a card payment. */
  readonly paymentId: string | null;
  /** Empty where the event posts nothing. */
  readonly postings: readonly Posting[];
}

/** What each type of event posts; null for one that posts nothing and that no later entry depends on. */
const ENTRIES: Readonly<
  Record<string, { readonly text: string; readonly day: (data: never) => Day | null } | null>
> = {
  ...INVOICE_ENTRIES,
  ...PAYMENT_ENTRIES,
  OrderPaid: {
    text: 'Order',
    day: ({ paidOn }: Extract<OrderEvent, { readonly type: 'OrderPaid' }>['data']) => paidOn,
  },
};

/** Types of events that the journal reads. */
export const JOURNAL_EVENTS: readonly string[] = Object.keys(ENTRIES).filter(
  (type) => ENTRIES[type] !== null,
);

/** What the journal calls the entry of an event; '' where it has none. */
export const journalText = (type: string): string => ENTRIES[type]?.text ?? '';

/** The billing day of an event's entry; null: the day on which it was recorded. */
export const journalDay = ({ type, data }: { readonly type: string; readonly data: unknown }): Day | null =>
  ENTRIES[type]?.day(data as never) ?? null;

const postingOf = ({ cents, ...line }: JournalLine): Posting => ({
  ...line,
  debitCents: Math.max(0, cents),
  creditCents: Math.max(0, -cents),
});
const postingsOf = (lines: readonly JournalLine[]) => netted(lines).map(postingOf);

/**
 * The entry of an event of an invoice, and what the next ones need.
 * @param before null before it is issued
 * @param isDemoOf the modes of the invoices whose credit the event uses or gives back
 */
export function journalOfInvoice(
  before: BookedInvoice | null,
  event: InvoiceEvent,
  isDemoOf: IsDemoOf,
): { readonly after: BookedInvoice | null; readonly entry: JournalEntry } {
  const booked = bookInvoice(before, event, isDemoOf);
  const { invoiceId, accountId } = event.data;
  const paymentId = ('paymentId' in event.data && event.data.paymentId) || null;
  const postings = postingsOf(booked?.lines ?? []);
  return {
    after: booked?.after ?? null,
    entry: { accountId, invoiceId, orderId: null, paymentId, postings },
  };
}

/** The entry of an event of a card payment, and what the next ones need. */
export function journalOfPayment(
  before: PaymentState,
  event: PaymentEvent,
): { readonly after: PaymentState; readonly entry: JournalEntry } {
  const { attemptId: paymentId, accountId } = event.data;
  const posts = PAYMENT_ENTRIES[event.type];
  const of = before.status === 'none' ? null : (posts?.of?.(event.data as never, before) ?? null);
  const lines = before.status === 'none' ? [] : (posts?.lines(event.data as never, before) ?? []);
  const after = evolvePayment(before, event);
  return {
    after,
    entry: {
      accountId,
      invoiceId: of?.kind === 'invoice' ? of.id : null,
      orderId: of?.kind === 'order' ? of.id : null,
      paymentId,
      postings: postingsOf([...lines, ...taxBackOfOrders(before, after)]),
    },
  };
}

/** The entry of a paid order; its refunds and chargebacks are posted by its payment. */
export function journalOfOrder({ data }: Extract<OrderEvent, { readonly type: 'OrderPaid' }>): JournalEntry {
  const { orderId, accountId, paymentId, amountCents, taxCents = 0, livemode } = data;
  const at = inMode(!livemode);
  const postings = postingsOf([
    ...entry(at('unallocated_payments'), at('revenue_orders'), amountCents - taxCents),
    ...entry(at('unallocated_payments'), at('sales_tax_payable'), taxCents),
  ]);
  return { accountId, invoiceId: null, orderId, paymentId, postings };
}
