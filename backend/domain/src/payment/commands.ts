import type { Day } from '../values/days.ts';
import type { Claimant, DisputeStatus } from './events.ts';

/** Where the card comes from. */
export type PaymentHow = 'card_form' | 'saved_card' | 'auto_pay';

/** An order's or invoice's share of a payment, in cents. */
export interface PaymentShare extends Claimant {
  readonly amountCents: number;
}

export interface StartPayment {
  readonly type: 'StartPayment';
  readonly attemptId: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly amountCents: number;
  readonly livemode: boolean;
  readonly how: PaymentHow;
  readonly shares: readonly PaymentShare[];
}

export interface Decline {
  /** The provider's charge, null where the decline made none. */
  readonly chargeId: string | null;
  readonly code: string | null;
  readonly message: string;
}

/** The provider reports success. */
export interface SucceedPayment {
  readonly type: 'SucceedPayment';
  readonly intentId: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidOn: Day;
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
export interface RequestRefund {
  readonly type: 'RequestRefund';
  readonly refundId: string;
  readonly of: Claimant | null;
  readonly amountCents: number;
  readonly reason: string | null;
  /** Of rejected entries of an order. */
  readonly rejection?: true;
}

export type PaymentCommand =
  | StartPayment
  | { readonly type: 'RecordPaymentIntent'; readonly intentId: string }
  | ({ readonly type: 'DeclinePayment' } & Decline)
  | SucceedPayment
  | { readonly type: 'FailPayment'; readonly code: string | null; readonly message: string }
  | {
      readonly type: 'ClaimPayment';
      readonly claimant: Claimant;
      readonly accountId: string;
      readonly amountCents: number;
    }
  | RequestRefund
  | {
      /** Reported by the provider; `refundId` is the provider's where the portal did not request it. */
      readonly type: 'RecordRefund';
      readonly refundId: string;
      readonly of: Claimant | null;
      readonly amountCents: number;
      readonly providerRefundId: string;
    }
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
