import type { CardDetails } from '@portal/domain';

/** What the provider knows of a payment, whatever state it is in. Amounts are cents. */
export interface CardIntent {
  /** The provider's id. */
  readonly id: string;
  /** Ours, from its metadata; null for an intent that this installation did not make. */
  readonly attemptId: string | null;
  readonly status: 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';
  /** The provider's word, for the wire. */
  readonly providerStatus: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  /** For the browser alone; never logged, never stored. */
  readonly clientSecret: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** The last charge that failed; null where none did. */
  readonly decline: {
    readonly chargeId: string | null;
    readonly code: string | null;
    readonly message: string;
  } | null;
}

/** A card as the provider keeps it. */
export interface KeptCard extends CardDetails {
  readonly paymentMethodId: string;
  readonly customerId: string | null;
}

/**
 * Port: the card provider in one mode. Every call that changes something takes an idempotency key of ours; a call
 * whose answer was lost is asked again with the same key or looked up, never made anew.
 * @throws CardsUnavailable where the provider can't be reached or answers 500: nothing is known of what it did
 */
export interface Cards {
  readonly livemode: boolean;
  readonly publicKey: string;
  /** True for the built-in simulator: no real money moves. */
  readonly simulated: boolean;
  createCustomer(accountId: string, key: string): Promise<string>;
  /** Unconfirmed; card only, no wallets. `metadata` names installation and attempt. */
  createIntent(request: {
    readonly attemptId: string;
    readonly customerId: string;
    readonly amountCents: number;
    readonly description: string;
  }): Promise<CardIntent>;
  /** Charges a kept card. A declined card is an intent with `decline`, not an error. */
  confirmWithCard(
    intentId: string,
    paymentMethodId: string,
    options: { readonly key: string; readonly offSession: boolean },
  ): Promise<CardIntent>;
  retrieveIntent(intentId: string): Promise<CardIntent | null>;
  /** The intent of an attempt whose id was never recorded; null where there is none. */
  findIntent(attemptId: string, customerId: string): Promise<CardIntent | null>;
  cancelIntent(intentId: string, key: string): Promise<CardIntent>;
  createSetup(customerId: string, key: string): Promise<{ readonly clientSecret: string }>;
  /** A method that a setup of this customer made; null for anybody else's or none. */
  cardOfSetup(paymentMethodId: string, customerId: string): Promise<KeptCard | null>;
  detach(paymentMethodId: string, key: string): Promise<void>;
  /** Provider's refund id and how it stands; the key is our refund's id. */
  refund(request: {
    readonly intentId: string;
    readonly refundId: string;
    readonly amountCents: number;
  }): Promise<{
    readonly providerRefundId: string;
    readonly status: 'pending' | 'succeeded' | 'failed';
    readonly message: string | null;
  }>;
}

/** The provider could not be reached, or failed: what it did is unknown until it is asked again. */
export class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable';
}
