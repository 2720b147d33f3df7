import type { Charge } from '../billing/charges.ts';
import type { PricedInvoice } from '../billing/priceInvoice.ts';
import type { FieldsOf } from '../kernel/event.ts';
import type { PaymentHow } from '../payment/commands.ts';
import type { DisputeStatus } from '../payment/events.ts';
import type { Day } from '../values/days.ts';
import type { BillTo, InvoiceEvent } from './events.ts';
import type { InvoicePart, NextPart } from './parts.ts';

type Fields<Type extends InvoiceEvent['type']> = FieldsOf<InvoiceEvent, Type, 'invoiceId' | 'accountId'>;

/** The state that an invoice was priced from (ADR 0020), as InvoiceIssued holds it. */
export type InvoiceProof = Pick<
  Fields<'InvoiceIssued'>,
  'cutSeq' | 'chainHash' | 'pricedSeq' | 'corrections' | 'basis'
> & { readonly pricedAnew?: boolean };

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
      readonly method: 'check' | 'ach';
      readonly refundedOn: Day;
      readonly reference: string | null;
    };

/** One of the two invoices of a move, as it was read. */
interface MoveEnd {
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
  /** `openCents`: 0 unless it is open. */
  readonly to: MoveEnd & { readonly openCents: number };
  readonly reason: string;
  readonly today: Day;
}

/** A try of automatic payment. */
export interface AutoPayTry {
  readonly today: Day;
  /** When it is tried again if the card is declined; null for never. */
  readonly retryOn: Day | null;
}

/** The data of each command. `today`: the billing day of the command. */
interface InvoiceCommands {
  /** Writes a part of an invoice that is too long for one event, before it is issued. */
  readonly DraftInvoiceLines: InvoicePart &
    NextPart & { readonly invoiceId: string; readonly accountId: string };
  readonly IssueInvoice: {
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
  };
  /** Corrects an invoice: an open or voided one to be reissued, the difference of a paid one is refunded or credited. */
  readonly CorrectInvoice: {
    readonly corrections: readonly NamedCorrection[];
    /** Charges of the account's sites at the invoice's cut-off, with the corrections it was issued with. */
    readonly charges: readonly Charge[];
    /** Null unless it is paid. */
    readonly settlement: CorrectionSettlement | null;
    /** Default: the corrections' own reasons. */
    readonly reason: string | null;
    /**
     * Number of corrections the invoice held when the effect was previewed (rule B45). Default: all; of a voided
     * invoice, none.
     */
    readonly previewed?: number | undefined;
  };
  readonly VoidInvoice: Fields<'InvoiceVoided'>;
  /** An administrator writes off the open amount (rule B38). */
  readonly WriteOffInvoice: { readonly reason: string; readonly today: Day };
  /** An administrator takes all that is written off back: it is open again. */
  readonly TakeWriteOffBack: { readonly reason: string; readonly today: Day };
  readonly LinkInvoiceToSite: Omit<Fields<'InvoiceLinkedToSite'>, 'lines'> & {
    readonly siteAccountId: string;
  };
  readonly RemindOfInvoice: Omit<Fields<'InvoiceReminderSent'>, 'sentOn'> & { readonly today: Day };
  /** An administrator asks for a reminder of an overdue invoice. */
  readonly SendManualReminder: { readonly today: Day };

  readonly StartInvoicePayment: {
    readonly attemptId: string;
    readonly how: PaymentHow;
    /** Of an automatic payment. */
    readonly auto?: AutoPayTry | undefined;
  };
  readonly EndInvoicePayment: Fields<'InvoicePaymentEnded'>;
  /** Paid by card, by a payment that this invoice has claimed. */
  readonly PayInvoice: {
    readonly paymentId: string;
    readonly amountCents: number;
    readonly livemode: boolean;
    readonly paidOn: Day;
  };
  /** An administrator records a check or bank transfer. */
  readonly RecordInvoicePayment: {
    readonly recordId: string;
    readonly method: 'check' | 'ach';
    /** Null: the open amount. */
    readonly amountCents: number | null;
    readonly paidOn: Day;
    readonly reference: string;
    readonly reason: string | null;
    /** The account's mode at the time. */
    readonly isDemo: boolean;
    readonly today: Day;
    /** Whether an equal payment was recorded before and this is another one (rule B47). */
    readonly again?: boolean;
    /** The receipt that it is a share of. It was checked with the receipt, so it is never refused. */
    readonly receipt?: NonNullable<Fields<'InvoicePaid'>['receipt']>;
  };
  /** An administrator reverses a recorded payment: a check that bounced, or one recorded by mistake. */
  readonly ReverseInvoicePayment: {
    readonly recordId: string;
    readonly reason: string;
    readonly today: Day;
    /** The receipt that is reversed: a share of one is reversed with it alone. */
    readonly receiptId?: string;
  };
  /** What the bank says about a card payment of the invoice (rule B43). */
  readonly RecordInvoiceDispute: {
    readonly paymentId: string;
    readonly disputeId: string;
    readonly status: DisputeStatus;
    /** Cents of the invoice's share; of a lost dispute those that it took back. */
    readonly amountCents: number;
    readonly today: Day;
  };

  readonly RequestInvoiceRefund: Omit<Fields<'InvoiceRefundRequested'>, 'paymentId' | 'creditPaidOut'>;
  /** A refund made by the card provider, or by check or ACH as recorded by an administrator. */
  readonly RecordInvoiceRefund: Omit<Fields<'InvoiceRefunded'>, 'creditPaidOut' | 'payoutId'>;
  /** Takes off the part of a refund that was moved to another invoice of the payment (rule B44). */
  readonly MoveInvoiceRefund: Omit<Fields<'InvoiceRefundMoved'>, 'creditReturned' | 'movedOn'> & {
    readonly today: Day;
  };
  readonly RecordInvoiceRefundFailure: Fields<'InvoiceRefundFailed'>;
  /** Takes the share of a payout from these credits of the invoice, or declines it (rule B41). */
  readonly PayOutInvoiceCredit: Omit<
    Fields<'InvoiceRefunded'>,
    'refundId' | 'payoutId' | 'movedFrom' | 'creditPaidOut'
  > & {
    readonly payoutId: string;
    readonly credits: NonNullable<Fields<'InvoiceRefunded'>['creditPaidOut']>;
  };
  /** Gives back what a payout took of the invoice's credits, because it was reversed or, with null, refused. */
  readonly ReturnInvoicePayout: {
    readonly payoutId: string;
    /** Why. */
    readonly message: string;
    readonly reversal: { readonly today: Day } | null;
  };

  readonly CarryInvoice: Fields<'InvoiceCarried'>;
  readonly ReleaseCarriedInvoice: Fields<'InvoiceCarryReleased'>;
  readonly CreditInvoice: Omit<Fields<'InvoiceCredited'>, 'surplus'>;
  readonly ApplyInvoiceCredit: Fields<'InvoiceCreditApplied'>;
  readonly ReleaseInvoiceCredit: Fields<'InvoiceCreditReleased'>;
  /** Pays an open invoice by part of a credit (rule B41); without effect where the credit was used meanwhile. */
  readonly AllocateInvoiceCredit: Fields<'InvoiceCreditAllocated'>;
  /** Books allocated credit on the invoice that it pays, which receives all of it or declines it. */
  readonly ReceiveInvoiceCredit: Omit<Fields<'InvoiceCreditReceived'>, 'receivedOn'> & {
    /** Whether the part that is not recorded money is demo money. */
    readonly isDemo: boolean;
    readonly today: Day;
  };
  /**
   * Takes credit back from an invoice that it paid, after a reversal (rule B46) or move. Says how much is kept, so that
   * it may be repeated.
   */
  readonly WithdrawInvoiceCredit: Omit<
    Fields<'InvoiceCreditWithdrawn'>,
    'amountCents' | 'recordedCents' | 'withdrawnOn'
  > & {
    /** Cents that the invoice keeps. */
    readonly keptCents: number;
    readonly keptRecordedCents: number;
    readonly today: Day;
  };
  /** Moves part of a payment of the invoice to another open one of the company and mode (rule B41). */
  readonly MoveInvoicePayment: Move & { readonly paymentId: string };
  /** Moves credit of the invoice from one that it paid to another open one of the company and mode (rule B41). */
  readonly MoveInvoiceCredit: Move & {
    readonly creditId: string;
    readonly from: MoveEnd & {
      /** Absent for credit that the invoice was issued with. */
      readonly allocationId?: string | undefined;
      /** Cents that it can give. */
      readonly movableCents: number;
    };
  };
}

export type InvoiceCommandOf<Type extends keyof InvoiceCommands> = {
  readonly type: Type;
} & InvoiceCommands[Type];
export type InvoiceCommand = {
  [Type in keyof InvoiceCommands]: InvoiceCommandOf<Type>;
}[keyof InvoiceCommands];
