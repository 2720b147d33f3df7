import type { FieldsOf } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';
import type { DisputeStatus, PaymentEvent } from './events.ts';

type Fields<Type extends PaymentEvent['type']> = FieldsOf<PaymentEvent, Type, 'attemptId' | 'accountId'>;

/** Where the card comes from. */
export type PaymentHow = Fields<'PaymentStarted'>['how'];

/** An order's or invoice's share of a payment, in cents. */
export type PaymentShare = Fields<'PaymentStarted'>['shares'][number];

export interface StartPayment extends FieldsOf<PaymentEvent, 'PaymentStarted'> {
  readonly type: 'StartPayment';
}

export type Decline = Fields<'PaymentDeclined'>;

/** The provider reports success. */
export interface SucceedPayment extends Fields<'PaymentSucceeded'> {
  readonly type: 'SucceedPayment';
}

/** Moves part of a refund made at the provider to another invoice of the payment (rule B44). */
export interface MoveRefund {
  readonly type: 'MoveRefund';
  readonly moveId: string;
  readonly refundId: string;
  readonly from: { readonly invoiceNumber: string };
  readonly to: {
    readonly invoiceId: string;
    readonly invoiceNumber: string;
    /** Cents that the invoice itself can be refunded. */
    readonly refundableCents: number;
  };
  readonly amountCents: number;
  readonly reason: string;
  /** Billing day of the command. */
  readonly today: Day;
}

/** `of` null: unclaimed money. */
export interface RequestRefund extends Fields<'PaymentRefundRequested'> {
  readonly type: 'RequestRefund';
}

export type PaymentCommand =
  | StartPayment
  | ({ readonly type: 'RecordPaymentIntent' } & Fields<'PaymentIntentRecorded'>)
  | ({ readonly type: 'DeclinePayment' } & Decline)
  | SucceedPayment
  | ({ readonly type: 'FailPayment' } & Fields<'PaymentFailed'>)
  | ({ readonly type: 'ClaimPayment' } & FieldsOf<PaymentEvent, 'PaymentClaimed', 'attemptId'>)
  | RequestRefund
  /** Reported by the provider; `refundId` is the provider's where the portal did not request it. */
  | ({ readonly type: 'RecordRefund' } & Fields<'PaymentRefunded'>)
  | MoveRefund
  | { readonly type: 'RecordRefundFailure'; readonly refundId: string; readonly message: string }
  | {
      /** Made at the provider, which names no shares: it is split over them (rule B44). */
      readonly type: 'RecordProviderRefund';
      readonly providerRefundId: string;
      readonly amountCents: number;
    }
  | {
      /** A dispute as the provider reports it. */
      readonly type: 'RecordChargeback';
      readonly disputeId: string;
      readonly amountCents: number;
      readonly reason: string | null;
      readonly status: DisputeStatus;
      /** Money that the provider moved for it so far. */
      readonly movements: readonly {
        readonly transactionId: string;
        /** Below 0 where it was withdrawn. */
        readonly amountCents: number;
        /** Below 0 where it was given back. */
        readonly feeCents: number;
      }[];
      /** Billing day of the command. */
      readonly today: Day;
    };
