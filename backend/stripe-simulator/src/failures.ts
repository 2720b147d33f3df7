import type Stripe from 'stripe';

/** The `error` of an answer (Stripe's API reference, "Errors"). */
export interface FailureBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string | undefined;
  readonly payment_intent?: Stripe.PaymentIntent;
  readonly setup_intent?: Stripe.SetupIntent;
  readonly [detail: string]: unknown;
}

/** Ends a call with one of Stripe's errors. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;

  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.name = 'StripeFailure';
    this.status = status;
    this.body = body;
  }
}

type Details = Partial<FailureBody>;

/** 400 invalid_request_error. */
export const invalid = (message: string, details: Details = {}): StripeFailure =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...details });

/** 402 card_error. */
export const cardError = (message: string, details: Details): StripeFailure =>
  new StripeFailure(402, { type: 'card_error', message, ...details });

/** No such object: 404 where the address names it, 400 where a parameter does. */
export const missing = (what: string, id: string, param: string, status: 404 | 400 = 400): StripeFailure =>
  new StripeFailure(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
