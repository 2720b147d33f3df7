import {
  type PaymentOutcome,
  paths,
  paymentOutcomeSchema,
  type StartedPayment,
  startedPaymentSchema,
} from '@portal/contract';
import { HttpError, messageOf, read, request } from '../../shared/http/http.ts';
import { UserError } from '../../shared/http/problem.ts';
import { readStripeConfig } from '../card/queries.ts';

/** Texts of S2-8. */
const NOT_CONFIGURED = 'Stripe is not configured for this account type.';
export const NOT_LOADED = 'Failed to load Stripe.';
const NOT_STARTED = 'The payment could not be started. Nothing was charged. Please try again.';
/** Also a fault of the server or the network may have come after the charge. */
export const NOT_KNOWN =
  'It is not known whether the payment was made. Please look at your invoices before you pay again.';

/** The state of a payment after its start. */
export type Begun =
  | { readonly stage: 'paid' }
  | { readonly stage: 'undecided'; readonly intentId: string }
  | {
      readonly stage: 'card';
      readonly publicKey: string;
      readonly clientSecret: string;
      readonly intentId: string | null;
      /** The provider's state of the payment. */
      readonly status: string;
      /** The decline of the saved card; null where none was tried. */
      readonly reason: string | null;
    };

/** The public key of the account's mode. @throws UserError without one */
async function readPublicKey(): Promise<string> {
  const { isConfigured, publicKey } = await readStripeConfig();
  if (!isConfigured || publicKey === null) throw new UserError(NOT_CONFIGURED);
  return publicKey;
}

/** The error of a failed start: a missing configuration, the server's text of a refusal, else that nothing is known. */
async function explained(error: unknown): Promise<Error> {
  try {
    await readPublicKey();
  } catch (why) {
    if (why instanceof UserError && why.userText === NOT_CONFIGURED) return why;
  }
  const isRefused = error instanceof UserError && !(error instanceof HttpError && error.status >= 500);
  return new UserError(isRefused ? messageOf(error, NOT_STARTED) : NOT_KNOWN);
}

async function startPayment(invoiceIds: readonly string[], savedCard: boolean): Promise<StartedPayment> {
  const how = { use_existing_payment_method: savedCard };
  const [only, ...others] = invoiceIds;
  const answer =
    only !== undefined && others.length === 0
      ? await request('POST', paths.payInvoice(only), how)
      : await request('POST', paths.payInvoices, { invoiceIds, ...how });
  return startedPaymentSchema.parse(answer);
}

/** Begins the payment of invoices with the saved card or the card form. @throws UserError */
export async function beginPayment(invoiceIds: readonly string[], savedCard: boolean): Promise<Begun> {
  const started = await startPayment(invoiceIds, savedCard).catch(async (error: unknown) => {
    throw await explained(error);
  });
  const { success, clientSecret, paymentIntentId: intentId, status, message } = started;
  if (success) return { stage: 'paid' };
  if (clientSecret !== null) {
    const publicKey = started.publicKey ?? (await readPublicKey());
    return { stage: 'card', publicKey, clientSecret, intentId, status, reason: message };
  }
  if (message === null && intentId !== null) return { stage: 'undecided', intentId };
  throw new UserError(message ?? NOT_STARTED);
}

/** The outcome of a payment, which the server reads from the provider and records. */
export async function readOutcome(intentId: string): Promise<PaymentOutcome> {
  return paymentOutcomeSchema.parse(await read(paths.paymentOutcome(intentId)));
}
