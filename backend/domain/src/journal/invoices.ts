import { releasing } from '../invoice/credits.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { type InvoiceRefund, isDemoMoney, stillOpenCents, taxGivenBackCents } from '../invoice/settlement.ts';
import { evolveInvoice, type InvoiceState, type IssuedInvoice } from '../invoice/state.ts';
import { ERASED } from '../kernel/personal.ts';
import type { Day } from '../values/days.ts';
import { sumCents } from '../values/money.ts';
import { type AccountInMode, entry, inMode, type JournalLine } from './lines.ts';

/** An invoice as its entries need it: without its lines and Bill To block. */
export interface BookedInvoice {
  readonly invoice: IssuedInvoice;
  /** Cents of credit of the other mode's invoices that it used (rule B32). */
  readonly transferredCents: number;
}

/** Whether another invoice of the company is a demo one; undefined where it is not known. */
export type IsDemoOf = (invoiceId: string) => boolean | undefined;

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { readonly type: Type }>['data'];

const centsOf = (parts: readonly { readonly amountCents: number }[] = []) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

const receivable = ({ isDemo }: Pick<IssuedInvoice, 'isDemo'>) => inMode(isDemo)('receivable');
const credit = ({ isDemo }: Pick<IssuedInvoice, 'isDemo'>) => inMode(isDemo)('customer_credit');

/** What the invoice charged, below 0 what its void takes back: revenue, and the sales tax in it. */
function charging(invoice: IssuedInvoice, sign: 1 | -1): readonly JournalLine[] {
  const { taxCents = 0 } = invoice;
  const at = inMode(invoice.isDemo);
  return [
    ...entry(receivable(invoice), at('revenue_invoices'), sign * (chargesCents(invoice) - taxCents)),
    ...entry(receivable(invoice), at('sales_tax_payable'), sign * taxCents),
  ];
}

/** Cents of the lines: of what was carried from other invoices and credit, nothing. */
const chargesCents = ({ totalCents, adjustments }: Pick<IssuedInvoice, 'totalCents' | 'adjustments'>) =>
  totalCents - centsOf(adjustments);

/** Whose money a card payment of the invoice was; where it is not known which, that of the last one. */
function cardMode(invoice: IssuedInvoice, paymentId: string | null): boolean {
  const payment = invoice.payments.find((one) => paymentId !== null && one.paymentId === paymentId);
  return payment === undefined ? isDemoMoney(invoice) : payment.livemode === false;
}

/** Where the money of a refund comes from. */
const refundedFrom = (
  invoice: IssuedInvoice,
  { method, paymentId }: Pick<InvoiceRefund, 'method' | 'paymentId'>,
): AccountInMode =>
  method === 'card'
    ? inMode(cardMode(invoice, paymentId))('unallocated_payments')
    : inMode(invoice.isDemo)('bank');

/** @param paidOutCents the part that paid out credit; the rest lowers revenue */
const refunding = (
  invoice: IssuedInvoice,
  money: AccountInMode,
  amountCents: number,
  paidOutCents: number,
) => [
  ...entry(credit(invoice), money, paidOutCents),
  ...entry(inMode(invoice.isDemo)('refunds_and_credits'), money, amountCents - paidOutCents),
];

const found = ({ refunds }: IssuedInvoice, id: string) => refunds.find(({ refundId }) => refundId === id);

/** Cents of credit that the invoice used of one of the other mode. */
const transferred = (
  { isDemo }: Pick<IssuedInvoice, 'isDemo'>,
  fromInvoiceId: string,
  amountCents: number,
  isDemoOf: IsDemoOf,
) => ((isDemoOf(fromInvoiceId) ?? isDemo) === isDemo ? 0 : amountCents);

/** Ids of the invoices whose credit the event uses or gives back: their modes count. */
export function creditGivers(event: InvoiceEvent): readonly string[] {
  switch (event.type) {
    case 'InvoiceIssued':
      return event.data.adjustments.filter(({ kind }) => kind === 'credit').map(({ invoiceId }) => invoiceId);
    case 'InvoiceCreditReceived':
    case 'InvoiceCreditWithdrawn':
      return [event.data.fromInvoiceId];
    default:
      return [];
  }
}

/** Cents of credit of the other mode that an event of the invoice uses, or, below 0, gives back. */
function transferredBy(
  invoice: Pick<IssuedInvoice, 'isDemo'>,
  event: InvoiceEvent,
  isDemoOf: IsDemoOf,
): number {
  switch (event.type) {
    case 'InvoiceIssued':
      return sumCents(
        event.data.adjustments
          .filter(({ kind }) => kind === 'credit')
          .map((one) => transferred(invoice, one.invoiceId, -one.amountCents, isDemoOf)),
      );
    case 'InvoiceCreditReceived':
      return transferred(invoice, event.data.fromInvoiceId, event.data.amountCents, isDemoOf);
    case 'InvoiceCreditWithdrawn':
      return transferred(invoice, event.data.fromInvoiceId, -event.data.amountCents, isDemoOf) || 0;
    default:
      return 0;
  }
}

/** The other mode's receivable pays this one: there the credit was posted as used. */
const transferring = ({ isDemo }: Pick<IssuedInvoice, 'isDemo'>, cents: number) =>
  entry(inMode(!isDemo)('receivable'), inMode(isDemo)('receivable'), cents);

function paying(invoice: IssuedInvoice, data: Of<'InvoicePaid'> | Of<'InvoicePartPaid'>) {
  if (data.method === 'none') return [];
  const isDemo = data.isDemo ?? invoice.isDemo;
  const money =
    data.method === 'card'
      ? inMode(data.livemode == null ? isDemo : !data.livemode)('unallocated_payments')
      : inMode(isDemo)('bank');
  return entry(money, receivable(invoice), data.amountCents);
}

interface Posts<Type extends InvoiceEvent['type']> {
  /** What the journal calls the entry. */
  readonly text: string;
  readonly day: (data: Of<Type>) => Day | null;
  readonly lines: (data: Of<Type>, booked: BookedInvoice) => readonly JournalLine[];
}

/** Posts nothing, and later entries or the ageing depend on it. */
const KEPT = { text: '', day: () => null, lines: () => [] };
const undated = () => null;

/**
 * The entry of each event of an invoice; null where there is none and no later one depends on it. Credit is posted where it
 * is given: on the invoice that gives it, when it is used and when it comes back. Amounts carried stay receivable.
 * Transfers between modes are added to these.
 */
export const INVOICE_ENTRIES: { readonly [Type in InvoiceEvent['type']]: Posts<Type> | null } = {
  InvoiceLinesDrafted: null,
  InvoiceIssued: {
    text: 'Invoice',
    day: ({ invoiceDate }) => invoiceDate,
    lines: (_data, { invoice }) => charging(invoice, 1),
  },
  InvoicePaymentStarted: null,
  InvoicePaymentEnded: null,
  InvoicePaid: {
    text: 'Payment',
    day: ({ paidOn }) => paidOn,
    lines: (data, { invoice }) => paying(invoice, data),
  },
  InvoicePartPaid: {
    text: 'Payment',
    day: ({ paidOn }) => paidOn,
    lines: (data, { invoice }) => paying(invoice, data),
  },
  InvoicePaymentReversed: {
    text: 'Payment reversed',
    day: ({ reversedOn }) => reversedOn,
    lines: ({ recordId, amountCents, creditTaken, usesTaken }, { invoice }) => {
      const payment = invoice.payments.find(({ id }) => id === recordId);
      const bank = inMode(payment?.isDemo ?? invoice.isDemo)('bank');
      return [
        ...entry(receivable(invoice), bank, amountCents),
        // what other invoices had used of it stays off: it is receivable there again
        ...entry(credit(invoice), receivable(invoice), centsOf(creditTaken) - centsOf(usesTaken)),
      ];
    },
  },
  InvoicePaymentDisputed: null,
  InvoiceDisputeClosed: null,
  InvoicePaymentTakenBack: {
    text: 'Chargeback',
    day: ({ takenOn }) => takenOn,
    lines: ({ paymentId, amountCents }, { invoice }) =>
      entry(receivable(invoice), inMode(cardMode(invoice, paymentId))('disputed_payments'), amountCents),
  },
  InvoicePaymentReinstated: {
    text: 'Chargeback returned',
    day: ({ reinstatedOn }) => reinstatedOn,
    lines: ({ paymentId, amountCents }, { invoice }) =>
      entry(inMode(cardMode(invoice, paymentId))('disputed_payments'), receivable(invoice), amountCents),
  },
  InvoiceCorrected: null,
  InvoiceVoided: {
    text: 'Invoice canceled',
    day: undated,
    lines: (_data, { invoice, transferredCents }) => [
      ...charging(invoice, -1),
      ...transferring(invoice, -transferredCents),
    ],
  },
  InvoiceReissueRequested: null,
  InvoiceWrittenOff: {
    text: 'Write-off',
    day: ({ writtenOffOn }) => writtenOffOn,
    lines: ({ amountCents }, { invoice }) =>
      entry(inMode(invoice.isDemo)('bad_debt'), receivable(invoice), amountCents),
  },
  InvoiceWriteOffReversed: {
    text: 'Write-off taken back',
    day: ({ reversedOn }) => reversedOn,
    lines: ({ amountCents }, { invoice }) =>
      entry(receivable(invoice), inMode(invoice.isDemo)('bad_debt'), amountCents),
  },
  InvoiceCarried: KEPT,
  InvoiceCarryReleased: KEPT,
  InvoiceRefundRequested: KEPT,
  InvoiceRefunded: {
    text: 'Refund',
    day: ({ refundedOn }) => refundedOn,
    lines: ({ refundId, method, amountCents, creditPaidOut }, { invoice }) => {
      const asked = found(invoice, refundId);
      const paidOutCents = asked?.status === 'requested' ? (asked.paidOutCents ?? 0) : centsOf(creditPaidOut);
      const money = refundedFrom(invoice, { method, paymentId: asked?.paymentId ?? null });
      return refunding(invoice, money, amountCents, paidOutCents);
    },
  },
  InvoiceRefundMoved: {
    text: 'Refund moved',
    day: ({ movedOn }) => movedOn,
    lines: ({ refundId, amountCents, creditReturned }, { invoice }) => {
      const refund = found(invoice, refundId);
      if (refund === undefined) return [];
      return refunding(invoice, refundedFrom(invoice, refund), -amountCents, -centsOf(creditReturned));
    },
  },
  InvoiceRefundFailed: {
    text: 'Refund returned',
    day: undated,
    lines: ({ refundId }, { invoice }) => {
      const refund = found(invoice, refundId);
      if (refund?.status !== 'refunded') return [];
      const { amountCents, paidOutCents = 0 } = refund;
      return refunding(invoice, refundedFrom(invoice, refund), -amountCents, -paidOutCents);
    },
  },
  InvoicePayoutDeclined: null,
  InvoicePayoutReversed: {
    text: 'Payout taken back',
    day: ({ reversedOn }) => reversedOn,
    lines: ({ refundId, amountCents }, { invoice }) => {
      const refund = found(invoice, refundId);
      return refund === undefined
        ? []
        : refunding(invoice, refundedFrom(invoice, refund), -amountCents, -amountCents);
    },
  },
  InvoiceCredited: {
    text: 'Credit',
    day: undated,
    lines: ({ amountCents, surplus }, { invoice }) =>
      entry(
        surplus === true ? receivable(invoice) : inMode(invoice.isDemo)('refunds_and_credits'),
        credit(invoice),
        amountCents,
      ),
  },
  InvoiceCreditApplied: {
    text: 'Credit used',
    day: undated,
    lines: ({ amountCents }, { invoice }) => entry(credit(invoice), receivable(invoice), amountCents),
  },
  InvoiceCreditAllocated: {
    text: 'Credit used',
    day: undated,
    lines: ({ amountCents }, { invoice }) => entry(credit(invoice), receivable(invoice), amountCents),
  },
  InvoiceCreditReleased: {
    text: 'Credit returned',
    day: undated,
    lines: (data, { invoice }) => {
      const applied = invoice.credits.find(({ creditId }) => creditId === data.creditId)?.applied ?? [];
      const cents = centsOf(applied) - centsOf(releasing(applied, data));
      return entry(receivable(invoice), credit(invoice), cents);
    },
  },
  InvoiceCreditReceived: { ...KEPT, text: 'Credit received', day: ({ receivedOn }) => receivedOn },
  InvoiceCreditDeclined: null,
  InvoiceCreditWithdrawn: { ...KEPT, text: 'Credit taken back', day: ({ withdrawnOn }) => withdrawnOn },
  InvoicePaymentMoved: KEPT,
  InvoiceCreditMoved: KEPT,
  InvoiceLinkedToSite: null,
  InvoiceReminderSent: null,
  InvoiceManualReminderSent: null,
};

/** Cents that are open on its due date; 0 of one that is paid, carried, written off or voided. */
export const openCentsOf = (booked: BookedInvoice | null): number =>
  booked?.invoice.status === 'open' ? stillOpenCents(booked.invoice) : 0;

/** The event without what no entry needs. */
const slim = (event: InvoiceEvent): InvoiceEvent =>
  event.type === 'InvoiceIssued'
    ? {
        type: 'InvoiceIssued',
        data: {
          ...event.data,
          billTo: ERASED,
          lines: [],
          basis: [],
          continued: undefined,
          corrections: undefined,
        },
      }
    : event;

/** The invoice after an event, and the lines of the event's entry; null for one that is not issued. */
export function bookInvoice(
  before: BookedInvoice | null,
  event: InvoiceEvent,
  isDemoOf: IsDemoOf,
): { readonly after: BookedInvoice; readonly lines: readonly JournalLine[] } | null {
  const state: InvoiceState = before?.invoice ?? { status: 'none' };
  const invoice = evolveInvoice(state, slim(event));
  if (invoice.status === 'none') return null;
  const cents = transferredBy(invoice, event, isDemoOf);
  const transferredCents = (before?.transferredCents ?? 0) + cents;
  const posts = INVOICE_ENTRIES[event.type] as Posts<InvoiceEvent['type']> | null;
  const lines = posts?.lines(event.data as never, before ?? { invoice, transferredCents }) ?? [];
  const taxBack = taxGivenBackCents(invoice) - (before === null ? 0 : taxGivenBackCents(before.invoice));
  const at = inMode(invoice.isDemo);
  return {
    after: { invoice, transferredCents },
    lines: [
      ...lines,
      ...transferring(invoice, cents),
      ...entry(at('sales_tax_payable'), at('refunds_and_credits'), taxBack),
    ],
  };
}
