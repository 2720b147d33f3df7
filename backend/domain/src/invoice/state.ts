import type { Adjustment } from '../billing/adjustments.ts';
import type { InvoiceCorrection, InvoiceLine, RecordedCorrection } from '../billing/charges.ts';
import type { Period } from '../billing/periods.ts';
import type { Personal } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';
import {
  applying,
  creditMoveOf,
  creditOf,
  lessPaidOut,
  movedPayment,
  movingUse,
  notPaidOut,
  paidOutCentsOf,
  payingOut,
  releasing,
  reversed,
  withMovedPart,
} from './credits.ts';
import { disputesAfter, withTakenBack } from './disputes.ts';
import type { BillTo, InvoiceEvent } from './events.ts';
import { type InvoiceDraft, wholeOf, withPart } from './parts.ts';
import type {
  CreditMove,
  CreditUse,
  InvoiceCredit,
  InvoiceDispute,
  InvoicePayment,
  InvoiceRefund,
  WriteOff,
} from './settlement.ts';
import { stillOpenCents, taxGivenBackCents, writtenOffCents } from './settlement.ts';

/** Id of a payment that was recorded before payments had ids: then the only one of its invoice. */
const RECORDED_BEFORE_IDS = 'recorded';

export const idsOf = ({ invoiceId, accountId }: IssuedInvoice) => ({ invoiceId, accountId });

export function paymentOf({
  data,
}: Extract<InvoiceEvent, { type: 'InvoicePaid' | 'InvoicePartPaid' }>): InvoicePayment {
  const { method, amountCents, paidOn, reference, isDemo = null, receipt } = data;
  const { paymentId = null, livemode = null } = data;
  const id = data.recordId ?? paymentId ?? RECORDED_BEFORE_IDS;
  const payment = {
    id,
    method,
    amountCents,
    paidOn,
    reference,
    paymentId,
    livemode,
    isDemo,
    reversedOn: null,
  };
  return receipt === undefined ? payment : { ...payment, receipt };
}

/** `open` is pending in the API; `carried` is open on a later invoice; of `written_off` nothing is open (rule B38). */
export interface IssuedInvoice {
  readonly status: 'open' | 'paid' | 'written_off' | 'voided' | 'carried';
  readonly invoiceId: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly invoiceNumber: string;
  readonly period: Period;
  readonly invoiceDate: Day;
  readonly dueDate: Day;
  readonly billTo: Personal<BillTo>;
  readonly lines: readonly InvoiceLine[];
  /** The site that each line is associated with now (rule B28); `lines` stay as issued. */
  readonly lineSites: readonly (string | null)[];
  readonly adjustments: readonly Adjustment[];
  readonly totalCents: number;
  /** Of the total: sales tax; absent for none. */
  readonly taxCents?: number;
  readonly isDemo: boolean;
  /** Corrections that its lines include; null for an invoice issued without any. */
  readonly madeWith: readonly RecordedCorrection[] | null;
  /** Corrections made since; its lines don't include them. */
  readonly corrections: readonly InvoiceCorrection[];
  /** It is voided, and the new invoice has or gets exactly these corrections (rule B45). */
  readonly reissueRequested: boolean;
  readonly attempts: number;
  /** The attempt that may still take money. */
  readonly openAttempt: string | null;
  readonly autoPayTried: boolean;
  /** The last try of automatic payment, and when it is tried again if it was declined; null for never. */
  readonly autoPayRetry: { readonly triedOn: Day; readonly on: Day } | null;
  /** In their order, with reversed ones. */
  readonly payments: readonly InvoicePayment[];
  /** Of its card payments, by the bank of the cardholder. */
  readonly disputes: readonly InvoiceDispute[];
  readonly carriedTo: string | null;
  readonly carriedCents: number;
  readonly refunds: readonly InvoiceRefund[];
  readonly credits: readonly InvoiceCredit[];
  /** Cents of sales tax in what a credit, refund or void gave back, by its id, a void's by the invoice's; absent for none. */
  readonly taxBack?: Readonly<Record<string, number>>;
  /** In their order. */
  readonly creditMoves: readonly CreditMove[];
  /** In their order, with those taken back. */
  readonly writeOffs: readonly WriteOff[];
  /** Allocations of credit to it, and payouts of its own, that it declined. */
  readonly declined: readonly string[];
  /** Ids of moves of its payments and credits to other invoices. */
  readonly moves: readonly string[];
  /** Keys of the reminders that were sent by themselves ({@link reminderKey}). */
  readonly reminders: readonly string[];
  /** The last reminder of any kind; null for none. */
  readonly lastReminder: LastReminder | null;
}

/** `days` before or after the due date; null for one that an administrator sent. */
export interface LastReminder {
  readonly kind: 'due_soon' | 'overdue' | 'manual';
  readonly days: number | null;
  readonly on: Day;
}

/** `drafted`: parts written before the invoice is issued. */
export interface UnissuedInvoice {
  readonly status: 'none';
  readonly drafted?: InvoiceDraft;
}

export type InvoiceState = UnissuedInvoice | IssuedInvoice;

/** Identifies a reminder of an invoice. */
export const reminderKey = (kind: 'due_soon' | 'overdue', days: number) => `${kind}:${days}`;

function begin(data: ReturnType<typeof wholeOf>): IssuedInvoice {
  const { invoiceId, accountId, userId, invoiceNumber, period, invoiceDate, dueDate, billTo } = data;
  const { lines, adjustments, totalCents, isDemo } = data;
  return {
    status: 'open',
    invoiceId,
    accountId,
    userId,
    invoiceNumber,
    period,
    invoiceDate,
    dueDate,
    billTo,
    lines,
    lineSites: lines.map(({ siteId }) => siteId),
    adjustments,
    totalCents,
    ...(data.taxCents === undefined ? {} : { taxCents: data.taxCents }),
    isDemo,
    madeWith: data.corrections ?? null,
    corrections: [],
    reissueRequested: false,
    attempts: 0,
    openAttempt: null,
    autoPayTried: false,
    autoPayRetry: null,
    payments: [],
    disputes: [],
    carriedTo: null,
    carriedCents: 0,
    refunds: [],
    credits: [],
    creditMoves: [],
    writeOffs: [],
    declined: [],
    moves: [],
    reminders: [],
    lastReminder: null,
  };
}

export function evolveInvoice(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'InvoiceIssued') {
    return begin(wholeOf(event.data, state.status === 'none' ? state.drafted : undefined));
  }
  if (state.status === 'none') {
    return event.type === 'InvoiceLinesDrafted'
      ? { status: 'none', drafted: withPart(state.drafted, event.data) }
      : state;
  }
  switch (event.type) {
    case 'InvoiceLinesDrafted':
      return state;
    case 'InvoicePaymentStarted': {
      const { attemptId, attempt, how } = event.data;
      const isAutomatic = how === 'auto_pay';
      const autoPayTried = state.autoPayTried || isAutomatic;
      const autoPayRetry = isAutomatic ? (event.data.retry ?? null) : state.autoPayRetry;
      return { ...state, attempts: attempt, openAttempt: attemptId, autoPayTried, autoPayRetry };
    }
    case 'InvoicePaymentEnded':
      return { ...state, openAttempt: null };
    case 'InvoicePaid': {
      const payments = [...state.payments, paymentOf(event)];
      return { ...state, status: settledStatus(state), openAttempt: null, autoPayRetry: null, payments };
    }
    case 'InvoicePartPaid': {
      const payment = paymentOf(event);
      const openAttempt = payment.method === 'card' ? null : state.openAttempt;
      return { ...state, openAttempt, payments: [...state.payments, payment] };
    }
    case 'InvoicePaymentReversed':
      // what it takes back of a surplus may settle what credit that was withdrawn had opened
      return settled(reopened({ ...state, ...reversed(state, event.data) }));
    case 'InvoicePaymentDisputed':
    case 'InvoiceDisputeClosed':
      return { ...state, disputes: disputesAfter(state.disputes, event) };
    case 'InvoicePaymentTakenBack': {
      const disputes = disputesAfter(state.disputes, event);
      const payments = withTakenBack(state.payments, event);
      return reopened({ ...state, disputes, payments, autoPayTried: true, autoPayRetry: null });
    }
    case 'InvoicePaymentReinstated': {
      const disputes = disputesAfter(state.disputes, event);
      const payments = withTakenBack(state.payments, event);
      return settled({ ...state, disputes, payments });
    }
    case 'InvoiceCorrected': {
      const { name, change, reason } = event.data;
      return { ...state, corrections: [...state.corrections, { name, change, reason }] };
    }
    case 'InvoiceVoided': {
      const cents = (state.taxCents ?? 0) - taxGivenBackCents(state);
      return withTaxCents({ ...state, status: 'voided' }, state.invoiceId, cents);
    }
    case 'InvoiceReissueRequested':
      return { ...state, reissueRequested: true };
    case 'InvoiceWrittenOff': {
      const { amountCents, writtenOffOn: on, reason } = event.data;
      const writeOffs = [...state.writeOffs, { amountCents, on, reason }];
      return { ...state, status: 'written_off', writeOffs, autoPayTried: true, autoPayRetry: null };
    }
    case 'InvoiceWriteOffReversed': {
      const { amountCents, reversedOn: on, reason } = event.data;
      const writeOffs = [...state.writeOffs, { amountCents: -amountCents, on, reason }];
      return settled(reopened({ ...state, writeOffs }));
    }
    case 'InvoiceCarried': {
      const { toInvoiceId: carriedTo } = event.data;
      return { ...state, status: 'carried', carriedTo, carriedCents: stillOpenCents(state) };
    }
    case 'InvoiceCarryReleased':
      return reopened({ ...state, carriedTo: null, carriedCents: 0 });
    case 'InvoiceRefundRequested': {
      const { refundId, amountCents, paymentId } = event.data;
      const paidOutCents = paidOutCentsOf(event.data);
      const refund = { refundId, amountCents, status: 'requested', method: 'card', paymentId } as const;
      return withRefund(
        { ...state, credits: payingOut(state.credits, event.data) },
        { ...refund, paidOutCents },
      );
    }
    case 'InvoiceRefunded': {
      const { refundId, amountCents, method, payoutId } = event.data;
      const asked = state.refunds.find((refund) => refund.refundId === refundId);
      // one that had failed pays out credit anew
      const paidOutCents = asked?.status === 'requested' ? asked.paidOutCents : paidOutCentsOf(event.data);
      const refund = { refundId, amountCents, status: 'refunded', method } as const;
      const share = payoutId === undefined ? {} : { payoutId };
      const after = withRefund(
        { ...state, credits: payingOut(state.credits, event.data) },
        { ...refund, paymentId: asked?.paymentId ?? null, paidOutCents, ...share },
      );
      return withTaxBack(state, after, refundId);
    }
    case 'InvoiceRefundMoved': {
      const refunds = state.refunds.map((refund) => withMovedPart(refund, event.data));
      const credits = lessPaidOut(state.credits, event.data);
      return { ...state, refunds, credits, moves: [...state.moves, event.data.moveId] };
    }
    case 'InvoiceRefundFailed': {
      const { refundId } = event.data;
      const refunds = state.refunds.map((refund) =>
        refund.refundId === refundId ? { ...refund, status: 'failed' as const } : refund,
      );
      return { ...state, refunds, credits: notPaidOut(state.credits, refundId) };
    }
    case 'InvoicePayoutDeclined':
      return { ...state, declined: [...state.declined, event.data.payoutId] };
    case 'InvoicePayoutReversed': {
      const { refundId, reversedOn } = event.data;
      const refunds = state.refunds.map((refund) =>
        refund.refundId === refundId ? { ...refund, status: 'failed' as const, reversedOn } : refund,
      );
      return { ...state, refunds, credits: notPaidOut(state.credits, refundId) };
    }
    case 'InvoiceCredited':
      return withTaxBack(
        state,
        { ...state, credits: [...state.credits, creditOf(state, event.data)] },
        event.data.creditId,
      );
    case 'InvoiceCreditApplied':
    case 'InvoiceCreditAllocated':
      return withCredit(state, event.data.creditId, (credit) => applying(credit, event.data));
    case 'InvoiceCreditReleased':
      return withCredit(state, event.data.creditId, ({ applied }) => releasing(applied, event.data));
    case 'InvoiceCreditReceived':
      return settled({ ...state, creditMoves: [...state.creditMoves, creditMoveOf(event)] });
    case 'InvoiceCreditDeclined':
      return { ...state, declined: [...state.declined, event.data.allocationId] };
    case 'InvoiceCreditWithdrawn':
      return reopened({ ...state, creditMoves: [...state.creditMoves, creditMoveOf(event)] });
    case 'InvoicePaymentMoved': {
      const credits = [...state.credits, movedPayment(state, event.data)];
      return reopened({ ...state, credits, moves: [...state.moves, event.data.moveId] });
    }
    case 'InvoiceCreditMoved': {
      const { moveId, creditId } = event.data;
      const moves = [...state.moves, moveId];
      return withCredit({ ...state, moves }, creditId, ({ applied }) => movingUse(applied, event.data));
    }
    case 'InvoiceLinkedToSite': {
      const { siteId, lines } = event.data;
      const linked = new Set(lines);
      const lineSites = state.lineSites.map((site, index) => (linked.has(index) ? siteId : site));
      return { ...state, lineSites };
    }
    case 'InvoiceReminderSent': {
      const { kind, days, sentOn: on } = event.data;
      const reminders = [...state.reminders, reminderKey(kind, days)];
      return { ...state, reminders, lastReminder: { kind, days, on } };
    }
    case 'InvoiceManualReminderSent':
      return { ...state, lastReminder: { kind: 'manual', days: null, on: event.data.sentOn } };
  }
}

const withTaxBack = (before: IssuedInvoice, after: IssuedInvoice, id: string): IssuedInvoice =>
  withTaxCents(after, id, taxGivenBackCents(after) - taxGivenBackCents(before));

const withTaxCents = (invoice: IssuedInvoice, id: string, cents: number): IssuedInvoice =>
  cents === 0 ? invoice : { ...invoice, taxBack: { ...invoice.taxBack, [id]: cents } };

function withRefund(invoice: IssuedInvoice, refund: InvoiceRefund): IssuedInvoice {
  const others = invoice.refunds.filter(({ refundId }) => refundId !== refund.refundId);
  return { ...invoice, refunds: [...others, refund] };
}

/** Open again where an amount is open; a voided invoice stays voided. */
function reopened(invoice: IssuedInvoice): IssuedInvoice {
  if (invoice.status === 'voided' || stillOpenCents(invoice) === 0) return invoice;
  return { ...invoice, status: 'open' };
}

/** Paid where nothing is left to pay of an open one, or written off in part. */
const settled = (invoice: IssuedInvoice): IssuedInvoice =>
  (invoice.status === 'open' || invoice.status === 'written_off') && stillOpenCents(invoice) === 0
    ? { ...invoice, status: settledStatus(invoice) }
    : invoice;

/** Of an invoice of which nothing is open: a part that is written off can still be taken back. */
const settledStatus = (invoice: IssuedInvoice) => (writtenOffCents(invoice) > 0 ? 'written_off' : 'paid');

function withCredit(
  invoice: IssuedInvoice,
  creditId: string,
  applied: (credit: InvoiceCredit) => readonly CreditUse[],
): IssuedInvoice {
  const credits = invoice.credits.map((credit) =>
    credit.creditId === creditId ? { ...credit, applied: applied(credit) } : credit,
  );
  return { ...invoice, credits };
}
