import type { Charge, RecordedCorrection } from '../billing/charges.ts';
import type { PricedInvoice } from '../billing/priceInvoice.ts';
import type { PaymentHow } from '../payment/commands.ts';
import type { DisputeStatus } from '../payment/events.ts';
import type { Day } from '../values/days.ts';
import type { BillTo } from './events.ts';
import type { InvoicePart, NextPart } from './parts.ts';
import type { UsedCredit } from './settlement.ts';

/** The state that an invoice was priced from (ADR 0020). */
export interface InvoiceProof {
  /** Every event of the log index up to here counts; a reissue keeps that of the invoice it replaces. */
  readonly cutSeq: number;
  /** The log index's hash at `cutSeq`. */
  readonly chainHash: string;
  /** See InvoiceIssued. */
  readonly pricedSeq?: number | undefined;
  readonly pricedAnew?: boolean;
  /** Of a reissue: corrections of the invoices before it. */
  readonly corrections?: readonly RecordedCorrection[] | undefined;
  /** The streams that were folded, and the last revision of each. */
  readonly basis: readonly { readonly stream: string; readonly revision: number }[];
}

export interface IssueInvoice {
  readonly type: 'IssueInvoice';
  readonly invoiceId: string;
  /** From the month's number stream. */
  readonly invoiceNumber: string;
  readonly priced: PricedInvoice;
  /** The 1st of the period; of a reissue its own day, so that the dealer has the full term again. */
  readonly invoiceDate: Day;
  readonly billTo: BillTo;
  readonly proof: InvoiceProof;
  /** The invoice before a reissue, as it was read; null for a first issue. */
  readonly replaces: { readonly invoiceId: string; readonly status: string } | null;
}

/** Writes a part of an invoice that is too long for one event, before it is issued. */
export interface DraftInvoiceLines extends InvoicePart, NextPart {
  readonly type: 'DraftInvoiceLines';
  readonly invoiceId: string;
  readonly accountId: string;
}

export type OfflineMethod = 'check' | 'ach';

/** Paid by card, by a payment that this invoice has claimed. */
export interface PayInvoice {
  readonly type: 'PayInvoice';
  readonly paymentId: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  readonly paidOn: Day;
}

/** An administrator records a check or bank transfer. */
export interface RecordInvoicePayment {
  readonly type: 'RecordInvoicePayment';
  readonly recordId: string;
  readonly method: OfflineMethod;
  /** Null: the open amount. */
  readonly amountCents: number | null;
  readonly paidOn: Day;
  readonly reference: string;
  readonly reason: string | null;
  /** The account's mode at the time. */
  readonly isDemo: boolean;
  /** Billing day of the command. */
  readonly today: Day;
  /** Whether an equal payment was recorded before and this is another one (rule B47). */
  readonly again?: boolean;
}

/** An administrator reverses a recorded payment: a check that bounced, or one recorded by mistake. */
export interface ReverseInvoicePayment {
  readonly type: 'ReverseInvoicePayment';
  readonly recordId: string;
  readonly reason: string;
  /** Billing day of the command. */
  readonly today: Day;
}

/** What the bank says about a card payment of the invoice (rule B43). */
export interface RecordInvoiceDispute {
  readonly type: 'RecordInvoiceDispute';
  readonly paymentId: string;
  readonly disputeId: string;
  readonly status: DisputeStatus;
  /** Cents of the invoice's share; of a lost dispute those that it took back. */
  readonly amountCents: number;
  /** Billing day of the command. */
  readonly today: Day;
}

export interface RequestInvoiceRefund {
  readonly type: 'RequestInvoiceRefund';
  readonly refundId: string;
  readonly amountCents: number;
  readonly reason: string | null;
}

/** A refund made by the card provider, or by check or ACH as recorded by an administrator. */
export interface RecordInvoiceRefund {
  readonly type: 'RecordInvoiceRefund';
  readonly refundId: string;
  readonly method: 'card' | OfflineMethod;
  readonly amountCents: number;
  readonly refundedOn: Day;
  readonly reference: string | null;
  readonly reason: string | null;
  /** Number of the invoice that it was moved from; absent where it was not moved. */
  readonly movedFrom?: string;
}

/** Takes off the part of a refund that was moved to another invoice of the payment (rule B44). */
export interface MoveInvoiceRefund {
  readonly type: 'MoveInvoiceRefund';
  readonly refundId: string;
  readonly moveId: string;
  readonly toInvoiceNumber: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Billing day of the move. */
  readonly today: Day;
}

/** A correction named by an administrator; cents. */
export type NamedCorrection = { readonly reason: string } & (
  | { readonly kind: 'readers'; readonly siteId: string; readonly readers: number }
  | { readonly kind: 'rate'; readonly siteId: string; readonly rateCents: number }
  | { readonly kind: 'billed'; readonly siteId: string; readonly billed: boolean }
  | { readonly kind: 'line'; readonly name: string; readonly amountCents: number }
);

/** How the difference of a paid invoice is refunded or credited. */
export type CorrectionSettlement =
  | { readonly by: 'credit'; readonly id: string }
  | { readonly by: 'refund'; readonly id: string; readonly method: 'card' }
  | {
      readonly by: 'refund';
      readonly id: string;
      readonly method: OfflineMethod;
      readonly refundedOn: Day;
      readonly reference: string | null;
    };

/**
 * Corrects an invoice: an open or voided one to be reissued, the difference of a paid one is refunded or credited.
 */
export interface CorrectInvoice {
  readonly type: 'CorrectInvoice';
  readonly corrections: readonly NamedCorrection[];
  /** Charges of the account's sites at the invoice's cut-off, with the corrections it was issued with. */
  readonly charges: readonly Charge[];
  /** Null unless it is paid. */
  readonly settlement: CorrectionSettlement | null;
  /** Default: the corrections' own reasons. */
  readonly reason: string | null;
  /**
   * Number of corrections the invoice held when the effect was previewed (rule B45). Default: all; of a voided invoice,
   * none.
   */
  readonly previewed?: number | undefined;
}

/** Pays an open invoice by part of a credit (rule B41); without effect where the credit was used meanwhile. */
export interface AllocateInvoiceCredit {
  readonly type: 'AllocateInvoiceCredit';
  readonly creditId: string;
  readonly allocationId: string;
  readonly toInvoiceId: string;
  readonly amountCents: number;
}

/** Books allocated credit on the invoice that it pays, which receives all of it or declines it. */
export interface ReceiveInvoiceCredit extends UsedCredit {
  readonly type: 'ReceiveInvoiceCredit';
  readonly allocationId: string;
  readonly amountCents: number;
  readonly recordedCents: number;
  /** Whether the part that is not recorded money is demo money. */
  readonly isDemo: boolean;
  /** Billing day of the command. */
  readonly today: Day;
}

/**
 * Takes credit back from an invoice that it paid, after a reversal (rule B46) or move. Says how much is kept, so that it
 * may be repeated.
 */
export interface WithdrawInvoiceCredit extends UsedCredit {
  readonly type: 'WithdrawInvoiceCredit';
  readonly withdrawalId: string;
  /** Cents that the invoice keeps. */
  readonly keptCents: number;
  readonly keptRecordedCents: number;
  readonly reason: string;
  /** Number of the invoice that it is moved to; absent for a reversal. */
  readonly movedTo?: string | undefined;
  /** Billing day of the reversal or move. */
  readonly today: Day;
}

/** One of the two invoices of a move, as it was read. */
export interface MoveEnd {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly accountId: string;
  readonly isDemo: boolean;
  /** A card may be charged for it. */
  readonly isBeingPaid: boolean;
}

interface Move {
  readonly moveId: string;
  readonly amountCents: number;
  readonly to: MoveEnd & {
    /** 0 unless it is open. */
    readonly openCents: number;
  };
  readonly reason: string;
  /** Billing day of the command. */
  readonly today: Day;
}

/** Moves part of a payment of the invoice to another open one of the company and mode (rule B41). */
export interface MoveInvoicePayment extends Move {
  readonly type: 'MoveInvoicePayment';
  readonly paymentId: string;
}

/** Moves credit of the invoice from one invoice that it paid to another open one of the company and mode (rule B41). */
export interface MoveInvoiceCredit extends Move {
  readonly type: 'MoveInvoiceCredit';
  readonly creditId: string;
  readonly from: MoveEnd &
    Pick<UsedCredit, 'allocationId'> & {
      /** Cents that it can give. */
      readonly movableCents: number;
    };
}

export type InvoiceCommand =
  | DraftInvoiceLines
  | IssueInvoice
  | CorrectInvoice
  | { readonly type: 'StartInvoicePayment'; readonly attemptId: string; readonly how: PaymentHow }
  | { readonly type: 'EndInvoicePayment'; readonly attemptId: string; readonly message: string }
  | PayInvoice
  | RecordInvoicePayment
  | ReverseInvoicePayment
  | RecordInvoiceDispute
  | { readonly type: 'VoidInvoice'; readonly reason: string | null }
  | { readonly type: 'CarryInvoice'; readonly toInvoiceId: string }
  | { readonly type: 'ReleaseCarriedInvoice'; readonly toInvoiceId: string }
  | RequestInvoiceRefund
  | RecordInvoiceRefund
  | MoveInvoiceRefund
  | { readonly type: 'RecordInvoiceRefundFailure'; readonly refundId: string; readonly message: string }
  | {
      readonly type: 'CreditInvoice';
      readonly creditId: string;
      readonly amountCents: number;
      readonly reason: string | null;
    }
  | {
      readonly type: 'ApplyInvoiceCredit';
      readonly creditId: string;
      readonly toInvoiceId: string;
      readonly amountCents: number;
    }
  | {
      readonly type: 'ReleaseInvoiceCredit';
      readonly creditId: string;
      readonly toInvoiceId: string;
      /** Default: all that the invoice used of the credit. */
      readonly allocationId?: string | undefined;
    }
  | AllocateInvoiceCredit
  | ReceiveInvoiceCredit
  | WithdrawInvoiceCredit
  | MoveInvoicePayment
  | MoveInvoiceCredit
  | {
      readonly type: 'LinkInvoiceToSite';
      readonly siteId: string;
      readonly siteName: string;
      readonly siteAccountId: string;
    }
  | {
      readonly type: 'RemindOfInvoice';
      readonly kind: 'due_soon' | 'overdue';
      /** Days before or after the due date, as the administrator set them. */
      readonly days: number;
      readonly today: Day;
    };

export type InvoiceCommandOf<Type extends InvoiceCommand['type']> = Extract<InvoiceCommand, { type: Type }>;
