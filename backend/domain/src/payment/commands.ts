import type { Day } from '../values/days.ts';
import type { Claimant } from './events.ts';

/** How the card comes to the payment. */
export type PaymentHow = 'card_form' | 'saved_card' | 'auto_pay';

/** What an order or invoice gets of a payment, in cents. */
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

/** The provider says that the money was taken. */
export interface SucceedPayment {
  readonly type: 'SucceedPayment';
  readonly intentId: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidOn: Day;
}

/** Asks for money to go back; `of` null is money that nobody claimed. */
export interface RequestRefund {
  readonly type: 'RequestRefund';
  readonly refundId: string;
  readonly of: Claimant | null;
  readonly amountCents: number;
  readonly reason: string | null;
}

export type PaymentCommand =
  | StartPayment
  | { readonly type: 'RecordPaymentIntent'; readonly intentId: string }
  | {
      readonly type: 'DeclinePayment';
      readonly chargeId: string | null;
      readonly code: string | null;
      readonly message: string;
    }
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
      /** What the provider did; `refundId` is the provider's own where we never asked. */
      readonly type: 'RecordRefund';
      readonly refundId: string;
      readonly of: Claimant | null;
      readonly amountCents: number;
      readonly providerRefundId: string;
    }
  | { readonly type: 'RecordRefundFailure'; readonly refundId: string; readonly message: string }
  | {
      readonly type: 'RecordDispute';
      readonly disputeId: string;
      readonly amountCents: number;
      readonly reason: string | null;
    };
