import type { SavedCard } from '@portal/domain';
import Stripe from 'stripe';
import { type CardIntent, type CardRefund, CardsRefused, startOfAttempt } from '../cards.ts';
import {
  ACCOUNT,
  ATTEMPT,
  asked,
  INSTALLATION,
  idOf,
  isMissing,
  isProviderError,
  REFUND,
  readProviderEvent,
  toCardIntent,
  toCardRefund,
  unlessMissing,
} from './objects.ts';

/** Of one Stripe mode; the three always come together. */
export interface StripeCredentials {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
}

interface StripeCardsOptions {
  readonly credentials: StripeCredentials;
  readonly livemode: boolean;
  readonly simulated: boolean;
  /** Marks our intents and customers, because others may share the provider's account. */
  readonly installationId: string;
  /** Address of the API; null for the provider's own. */
  readonly apiBase: string | null;
  /** Default 15 s. */
  readonly timeoutMs?: number | undefined;
}

interface IntentRequest {
  readonly attemptId: string;
  readonly customerId: string;
  readonly amountCents: number;
  readonly description: string;
}

interface RefundRequest {
  readonly intentId: string;
  readonly refundId: string;
  readonly amountCents: number;
}

const TIMEOUT_MS = 15_000;
/** No wallets or bank debits, which settle days later. */
const CARDS_ONLY = ['card'] satisfies Stripe.PaymentIntentCreateParams['allowed_payment_method_types'];
const CURRENCY = 'usd';
/** Expands the charge, for brand and last four digits. */
const WITH_CHARGE = { expand: ['latest_charge'] };
/** Tolerated clock difference to the provider, in seconds. */
const CLOCK_SLACK_SECONDS = 3_600;
/** Newest intents of a customer searched for an attempt. */
const MAX_INTENTS = 300;

export type Cards = ReturnType<typeof stripeCards>;

/**
 * The card provider in one mode. Amounts are cents. Changing calls have our idempotency key: after a lost response repeat
 * them with the same key, or read the state.
 * @throws CardsUnavailable if the provider cannot be reached or answers 500 (outcome unknown); UnknownCustomer;
 * CardsRefused for other refusals
 */
export function stripeCards(options: StripeCardsOptions) {
  const { credentials, livemode, simulated, installationId, timeoutMs = TIMEOUT_MS } = options;
  const stripe = new Stripe(credentials.secretKey, {
    ...addressOf(options.apiBase),
    timeout: timeoutMs,
    // the package repeats a call under the same idempotency key
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const ours = { [INSTALLATION]: installationId };
  const toIntent = (intent: Stripe.PaymentIntent) => toCardIntent(intent, installationId);
  const retrieve = async (intentId: string) =>
    toIntent(await asked(() => stripe.paymentIntents.retrieve(intentId, WITH_CHARGE)));

  return {
    livemode,
    /** True for the built-in simulator: no real money moves. */
    simulated,
    publicKey: credentials.publicKey,

    async createCustomer(accountId: string, idempotencyKey: string): Promise<string> {
      const metadata = { ...ours, [ACCOUNT]: accountId };
      return (await asked(() => stripe.customers.create({ metadata }, { idempotencyKey }))).id;
    },

    /** Unconfirmed; card only, no wallets. `metadata` names installation and attempt. */
    async createIntent({
      attemptId,
      customerId,
      amountCents,
      description,
    }: IntentRequest): Promise<CardIntent> {
      const request = {
        amount: amountCents,
        currency: CURRENCY,
        customer: customerId,
        allowed_payment_method_types: CARDS_ONLY,
        description,
        metadata: { ...ours, [ATTEMPT]: attemptId },
      } satisfies Stripe.PaymentIntentCreateParams;
      // Stripe repeats a refusal under its key, so the key names the customer
      const key = { idempotencyKey: `intent/${attemptId}/${customerId}` };
      return toIntent(await asked(() => stripe.paymentIntents.create(request, key)));
    },

    /** Charges a saved card. A declined card is an intent with `decline`, not an error. */
    async confirmWithCard(
      intentId: string,
      paymentMethodId: string,
      { key, offSession }: { readonly key: string; readonly offSession: boolean },
    ): Promise<CardIntent> {
      try {
        const request = {
          payment_method: paymentMethodId,
          ...(offSession ? { off_session: true } : {}),
          ...WITH_CHARGE,
        } satisfies Stripe.PaymentIntentConfirmParams;
        return toIntent(await stripe.paymentIntents.confirm(intentId, request, { idempotencyKey: key }));
      } catch (error) {
        const known = await outcomeOf(error, paymentMethodId, () => retrieve(intentId), toIntent);
        if (known !== null) return known;
        return asked(() => Promise.reject(error));
      }
    },

    retrieveIntent: (intentId: string): Promise<CardIntent | null> =>
      unlessMissing(async () => toIntent(await stripe.paymentIntents.retrieve(intentId, WITH_CHARGE))),

    /** The intent of an attempt whose intent id was never recorded; null for none. */
    async findIntent(attemptId: string, customerId: string): Promise<CardIntent | null> {
      const began = startOfAttempt(attemptId);
      const intents = stripe.paymentIntents.list({
        customer: customerId,
        limit: 100,
        expand: ['data.latest_charge'],
        ...(began !== null && {
          created: { gte: Math.floor(began.getTime() / 1_000) - CLOCK_SLACK_SECONDS },
        }),
      });
      return asked(async () => {
        let left = MAX_INTENTS;
        for await (const intent of intents) {
          const found = toIntent(intent);
          if (found.attemptId === attemptId) return found;
          left -= 1;
          if (left === 0) break;
        }
        return null;
      });
    },

    /** Cancels an intent; returns its state if it has ended already. */
    async cancelIntent(intentId: string, idempotencyKey: string): Promise<CardIntent> {
      try {
        return toIntent(await stripe.paymentIntents.cancel(intentId, WITH_CHARGE, { idempotencyKey }));
      } catch (error) {
        if (isUnexpectedState(error)) return retrieve(intentId);
        return asked(() => Promise.reject(error));
      }
    },

    /** Begins the setup of a card; no wallets. */
    async createSetup(customerId: string, idempotencyKey: string) {
      const request = {
        customer: customerId,
        allowed_payment_method_types: CARDS_ONLY,
        usage: 'off_session',
        metadata: ours,
      } satisfies Stripe.SetupIntentCreateParams;
      const { client_secret: clientSecret } = await asked(() =>
        stripe.setupIntents.create(request, { idempotencyKey }),
      );
      if (clientSecret === null) throw new CardsRefused('The setup came without a client secret', null);
      return { clientSecret };
    },

    /** The card of a finished setup of this customer, by either id; null for another customer's, or none. */
    cardOfSetup: (
      {
        paymentMethodId,
        setupIntentId,
      }: { readonly paymentMethodId?: string | undefined; readonly setupIntentId?: string | undefined },
      customerId: string,
    ): Promise<SavedCard | null> =>
      unlessMissing(async () => {
        const named = paymentMethodId === undefined ? {} : { payment_method: paymentMethodId };
        const setups =
          setupIntentId === undefined
            ? (await stripe.setupIntents.list({ customer: customerId, ...named, limit: 10 })).data
            : [await stripe.setupIntents.retrieve(setupIntentId)];
        return cardOfFirst(setups, customerId);
      }),

    /** The card of the customer's newest finished setup; null for none, or if it was removed. */
    cardOfNewestSetup: (customerId: string): Promise<SavedCard | null> =>
      asked(async () => {
        const { data } = await stripe.setupIntents.list({ customer: customerId, limit: 100 });
        return cardOfFirst(data, customerId);
      }),

    /** Detaches a card permanently; idempotent. */
    async detach(paymentMethodId: string, idempotencyKey: string): Promise<void> {
      try {
        await stripe.paymentMethods.detach(paymentMethodId, {}, { idempotencyKey });
      } catch (error) {
        if (isMissing(error)) return;
        const method = await asked(() => stripe.paymentMethods.retrieve(paymentMethodId));
        if (method.customer !== null) await asked(() => Promise.reject(error));
      }
    },

    /** Refunds once per refund id, however often and late it is called. */
    async refund({ intentId, refundId, amountCents }: RefundRequest): Promise<CardRefund> {
      // the provider forgets idempotency keys after a day
      const made = (await allRefunds(intentId)).find((refund) => refund.refundId === refundId);
      if (made !== undefined) return made;
      const request = {
        payment_intent: intentId,
        amount: amountCents,
        metadata: { ...ours, [REFUND]: refundId },
      } satisfies Stripe.RefundCreateParams;
      const key = { idempotencyKey: `refund/${refundId}` };
      return toCardRefund(await asked(() => stripe.refunds.create(request, key)));
    },

    refundsOf: allRefunds,

    /** Deletes a customer and its cards; idempotent. Payments stay with the provider. */
    async deleteCustomer(customerId: string): Promise<void> {
      await unlessMissing(() => stripe.customers.del(customerId));
    },

    /** The account of a customer; null if this installation did not make it. */
    accountOf: (customerId: string): Promise<string | null> =>
      unlessMissing(async () => {
        const customer = await stripe.customers.retrieve(customerId);
        if (customer.deleted === true || !isOurs(customer.metadata)) return null;
        return customer.metadata[ACCOUNT] ?? null;
      }),

    /** Reads a webhook; null if its signature is missing, wrong or older than 5 minutes. */
    readEvent: (payload: Buffer, signature: string, now: Date) =>
      readProviderEvent(stripe, credentials.webhookSecret, payload, signature, now),
  };

  function isOurs(metadata: Stripe.Metadata | null): boolean {
    return metadata?.[INSTALLATION] === installationId;
  }

  function allRefunds(intentId: string): Promise<readonly CardRefund[]> {
    return asked(async () => {
      const refunds = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
      return refunds.data.map(toCardRefund);
    });
  }

  /** The card of the first finished setup of ours; null for another customer's, or none. */
  async function cardOfFirst(
    setups: readonly Stripe.SetupIntent[],
    customerId: string,
  ): Promise<SavedCard | null> {
    const finished = setups.find(
      ({ customer, status, metadata }) =>
        idOf(customer) === customerId && status === 'succeeded' && isOurs(metadata),
    );
    const paymentMethodId = idOf(finished?.payment_method);
    if (paymentMethodId === null) return null;
    const method = await stripe.paymentMethods.retrieve(paymentMethodId);
    if (idOf(method.customer) !== customerId || !method.card) return null;
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
    return { paymentMethodId: method.id, customerId, brand, last4, expMonth, expYear };
  }
}

function addressOf(apiBase: string | null): Stripe.StripeConfig {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const https = protocol === 'https:';
  return { host: hostname, port: port || (https ? 443 : 80), protocol: https ? 'https' : 'http' };
}

const isUnexpectedState = (error: unknown): boolean =>
  isProviderError(error) && error.code === 'payment_intent_unexpected_state';

/**
 * State of the intent after an error of a confirmation: declined (also for a saved card that cannot be used) or
 * already completed. Null if unknown.
 */
async function outcomeOf(
  error: unknown,
  paymentMethodId: string,
  retrieve: () => Promise<CardIntent>,
  toIntent: (intent: Stripe.PaymentIntent) => CardIntent,
): Promise<CardIntent | null> {
  if (!isProviderError(error)) return null;
  if (isUnexpectedState(error)) return retrieve();
  if (error instanceof Stripe.errors.StripeCardError) {
    const { payment_intent: intent } = error;
    return intent === undefined ? retrieve() : toIntent(intent);
  }
  if (error.param !== 'payment_method') return null;
  const code = error.code ?? 'payment_method_unusable';
  const message = 'Your saved card can no longer be used. Please enter a card.';
  return { ...(await retrieve()), paymentMethodId, decline: { chargeId: null, code, message } };
}
