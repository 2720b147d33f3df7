import type { Adjustment } from '../billing/adjustments.ts';
import type { Period } from '../billing/periods.ts';
import type { InvoiceLine } from '../billing/priceInvoice.ts';
import { assertNever } from '../decider.ts';
import type { Personal } from '../event.ts';
import type { Day } from '../values/days.ts';
import type { BillTo, InvoiceEvent } from './events.ts';

export interface InvoicePayment {
  readonly method: 'card' | 'check' | 'ach' | 'none';
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly reference: string | null;
  readonly paymentId: string | null;
  readonly livemode: boolean | null;
}

export interface InvoiceRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly status: 'requested' | 'refunded' | 'failed';
}

export interface InvoiceCredit {
  readonly creditId: string;
  readonly amountCents: number;
  readonly applied: readonly { readonly toInvoiceId: string; readonly amountCents: number }[];
}

/** `open` is what the spec calls pending; `carried` is open on a later invoice. */
export interface IssuedInvoice {
  readonly status: 'open' | 'paid' | 'voided' | 'carried';
  readonly invoiceId: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly invoiceNumber: string;
  readonly period: Period;
  readonly invoiceDate: Day;
  readonly dueDate: Day;
  readonly billTo: Personal<BillTo>;
  readonly lines: readonly InvoiceLine[];
  /** The site that each line is associated with now (decisions B28); `lines` stay as they were issued. */
  readonly lineSites: readonly (string | null)[];
  readonly adjustments: readonly Adjustment[];
  readonly totalCents: number;
  readonly isDemo: boolean;
  readonly attempts: number;
  /** The attempt that may still take money. */
  readonly openAttempt: string | null;
  readonly autoPayTried: boolean;
  readonly payment: InvoicePayment | null;
  readonly carriedTo: string | null;
  readonly refunds: readonly InvoiceRefund[];
  readonly credits: readonly InvoiceCredit[];
  readonly reminders: readonly string[];
}

export type InvoiceState = { readonly status: 'none' } | IssuedInvoice;

/** What tells one reminder of an invoice from another. */
export const reminderKey = (kind: 'due_soon' | 'overdue', days: number) => `${kind}:${days}`;

function begin({ data }: Extract<InvoiceEvent, { type: 'InvoiceIssued' }>): IssuedInvoice {
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
    isDemo,
    attempts: 0,
    openAttempt: null,
    autoPayTried: false,
    payment: null,
    carriedTo: null,
    refunds: [],
    credits: [],
    reminders: [],
  };
}

export function evolveInvoice(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'InvoiceIssued') return begin(event);
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'InvoicePaymentStarted': {
      const { attemptId, attempt, how } = event.data;
      const autoPayTried = state.autoPayTried || how === 'auto_pay';
      return { ...state, attempts: attempt, openAttempt: attemptId, autoPayTried };
    }
    case 'InvoicePaymentEnded':
      return { ...state, openAttempt: null };
    case 'InvoicePaid': {
      const { method, amountCents, paidOn, reference, paymentId, livemode } = event.data;
      const payment = { method, amountCents, paidOn, reference, paymentId, livemode };
      return { ...state, status: 'paid', openAttempt: null, payment };
    }
    case 'InvoiceVoided':
      return { ...state, status: 'voided' };
    case 'InvoiceCarried':
      return { ...state, status: 'carried', carriedTo: event.data.toInvoiceId };
    case 'InvoiceCarryReleased':
      return { ...state, status: 'open', carriedTo: null };
    case 'InvoiceRefundRequested':
      return withRefund(state, event.data.refundId, event.data.amountCents, 'requested');
    case 'InvoiceRefunded':
      return withRefund(state, event.data.refundId, event.data.amountCents, 'refunded');
    case 'InvoiceRefundFailed': {
      const { refundId } = event.data;
      const refunds = state.refunds.map((refund) =>
        refund.refundId === refundId ? { ...refund, status: 'failed' as const } : refund,
      );
      return { ...state, refunds };
    }
    case 'InvoiceCredited': {
      const { creditId, amountCents } = event.data;
      return { ...state, credits: [...state.credits, { creditId, amountCents, applied: [] }] };
    }
    case 'InvoiceCreditApplied': {
      const { creditId, toInvoiceId, amountCents } = event.data;
      return withCredit(state, creditId, ({ applied }) => [...applied, { toInvoiceId, amountCents }]);
    }
    case 'InvoiceCreditReleased': {
      const { creditId, toInvoiceId } = event.data;
      return withCredit(state, creditId, ({ applied }) =>
        applied.filter((application) => application.toInvoiceId !== toInvoiceId),
      );
    }
    case 'InvoiceLinkedToSite': {
      const { siteId, lines } = event.data;
      const lineSites = state.lineSites.map((site, index) => (lines.includes(index) ? siteId : site));
      return { ...state, lineSites };
    }
    case 'InvoiceReminderSent': {
      const { kind, days } = event.data;
      return { ...state, reminders: [...state.reminders, reminderKey(kind, days)] };
    }
    default:
      return assertNever(event);
  }
}

function withRefund(
  invoice: IssuedInvoice,
  refundId: string,
  amountCents: number,
  status: InvoiceRefund['status'],
): IssuedInvoice {
  const others = invoice.refunds.filter((refund) => refund.refundId !== refundId);
  return { ...invoice, refunds: [...others, { refundId, amountCents, status }] };
}

function withCredit(
  invoice: IssuedInvoice,
  creditId: string,
  applied: (credit: InvoiceCredit) => InvoiceCredit['applied'],
): IssuedInvoice {
  const credits = invoice.credits.map((credit) =>
    credit.creditId === creditId ? { ...credit, applied: applied(credit) } : credit,
  );
  return { ...invoice, credits };
}
