import type Stripe from 'stripe';
import type { Behaviour } from '../cards/testCards.ts';

/** How the card of a payment method behaves; its number is not kept. */
export interface CardBehind {
  /** The payment method's. */
  readonly id: string;
  readonly behaviour: Behaviour;
  /** Authenticated for later use: its owner is not asked again. */
  readonly setUp: boolean;
  /** Used without a customer, or detached: can't be used again. */
  readonly spent: boolean;
}

/** An open question to the card's owner; who knows its id can answer it. */
export interface Authentication {
  readonly id: string;
  readonly intent: string;
  readonly paymentMethod: string;
}

/** The answer an idempotency key keeps. */
export interface KeptAnswer {
  /** The key itself. */
  readonly id: string;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** Everything an account holds, by kind and id. */
export interface Kinds {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  card: CardBehind;
  authentication: Authentication;
  kept: KeptAnswer;
}
export type Kind = keyof Kinds;

/** One saved object, or a deleted one (`null`). */
export type Change = {
  readonly [K in Kind]: { readonly kind: K; readonly id: string; readonly value: Kinds[K] | null };
}[Kind];
