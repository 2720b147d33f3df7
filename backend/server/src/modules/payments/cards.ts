import { type BusinessRefusal, type CardDetails, type DisputeStatus, unprocessable } from '@portal/domain';
import { parse, validate, version } from 'uuid';
import { ServiceUnavailable } from '../../kernel/serviceUnavailable.ts';

/** A payment at the provider. Amounts are cents. */
export interface CardIntent {
  /** The provider's id. */
  readonly id: string;
  /** From its metadata; null if this installation did not make it. */
  readonly attemptId: string | null;
  readonly status: 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';
  /** The provider's own status, for responses. */
  readonly providerStatus: string;
  readonly amountCents: number;
  readonly livemode: boolean;
  /** Only for the browser; never logged or stored. */
  readonly clientSecret: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** The card of the payment or of the last failed charge; null for none. */
  readonly paymentMethodId: string | null;
  /** The last failed charge. */
  readonly decline: {
    readonly chargeId: string | null;
    readonly code: string | null;
    readonly message: string;
  } | null;
}

/** A refund at the provider. Amounts are cents. */
export interface CardRefund {
  readonly providerRefundId: string;
  /** From its metadata; null for a refund made at the provider. */
  readonly refundId: string | null;
  readonly amountCents: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Why it failed; else null. */
  readonly message: string | null;
}

/**
 * Subject of a webhook. Mostly ids, whose current state is queried; of a renewed card also what is stored of cards.
 */
export type ProviderEventSubject =
  | { readonly kind: 'intent'; readonly intentId: string }
  | {
      readonly kind: 'refunds';
      readonly intentId: string;
      /** Refunds that the webhook names; absent in webhooks that earlier releases stored. */
      readonly refunds?: readonly CardRefund[];
      /** What the charge was refunded by then in all; null where the webhook does not say. */
      readonly charge?: { readonly id: string; readonly refundedCents: number } | null;
    }
  | {
      readonly kind: 'dispute';
      readonly intentId: string;
      readonly disputeId: string;
      readonly amountCents: number;
      readonly reason: string | null;
      /** Absent in webhooks that earlier releases stored: a new dispute. */
      readonly status?: DisputeStatus;
      /** Money that the provider moved for it so far. */
      readonly movements?: readonly {
        readonly transactionId: string;
        readonly amountCents: number;
        readonly feeCents: number;
      }[];
    }
  | { readonly kind: 'setup'; readonly customerId: string }
  | {
      readonly kind: 'updated';
      readonly customerId: string;
      readonly paymentMethodId: string;
      readonly details: CardDetails;
      /** ISO instant. */
      readonly updatedAt: string;
    }
  | { readonly kind: 'detached'; readonly customerId: string; readonly paymentMethodId: string };

/** A verified webhook. `subject` is null for unhandled types. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: ProviderEventSubject | null;
}

/**
 * The provider could not be reached or failed; the outcome is unknown. The message is for the payer; `cause` is one
 * line without card data, keys or secrets.
 */
export class CardsUnavailable extends ServiceUnavailable {
  override readonly name = 'CardsUnavailable';
}

/** The provider refused the request. `code` is the provider's, e.g. `resource_missing`. */
export class CardsRefused extends Error {
  override readonly name = 'CardsRefused';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** The provider knows no such customer: its account was changed, or a sandbox was cleared. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer';
}

/** A mode without credentials (S1-8). */
export function notConfigured(livemode: boolean): BusinessRefusal {
  return unprocessable(`Stripe not configured for ${livemode ? 'live' : 'demo'} accounts`);
}

/** The time in an attempt's id; null if it is no UUIDv7. */
export function startOfAttempt(attemptId: string): Date | null {
  if (!validate(attemptId) || version(attemptId) !== 7) return null;
  return new Date(Buffer.from(parse(attemptId)).readUIntBE(0, 6));
}
