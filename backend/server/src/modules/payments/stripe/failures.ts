import Stripe from 'stripe';
import { CardsRefused, CardsUnavailable, UnknownCustomer } from '../cards.ts';

export type ProviderError = InstanceType<typeof Stripe.errors.StripeError>;

const UNAVAILABLE = 'The card service cannot be reached at the moment. Please try again shortly.';

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Stripe.errors.StripeError;
}

/** A card said no, or its owner did: an outcome and no failure. */
export function isDecline(error: ProviderError): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

export function isMissing(error: unknown): boolean {
  return isProviderError(error) && error.code === 'resource_missing';
}

/**
 * The package's error as one of ours. Its own carries whole intents, client secret and card included, so nothing of it
 * goes on but type, code, status and request id; texts of the provider only where they are about our parameters.
 */
export function ourError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  const { type, code, statusCode, requestId, param } = error;
  const known = [type, code, statusCode, requestId].filter((one) => one !== undefined).join(' ');
  if (isMissing(error) && param === 'customer') return new UnknownCustomer(known);
  const ofOurs = error instanceof Stripe.errors.StripeInvalidRequestError;
  if (ofOurs && code !== 'idempotency_key_in_use')
    return new CardsRefused(`${known}: ${withoutSecrets(error.message)}`, code ?? null);
  if (isDecline(error)) return new CardsRefused(known, code ?? null);
  return new CardsUnavailable(UNAVAILABLE, { cause: new Error(known) });
}

function withoutSecrets(text: string): string {
  return text.replace(/\b\w+_secret_\w+|\b[sr]k_(?:test|live)_\S+|\bwhsec_\S+/g, '***');
}

/** Runs a call to the provider and throws our own errors. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw ourError(error);
  }
}
