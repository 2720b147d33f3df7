import {
  autoPaySchema,
  hasPaymentMethodSchema,
  type PaymentOutcome,
  paths,
  paymentMethodSchema,
  paymentOutcomeSchema,
  type StripeConfig,
  savePaymentMethodSchema,
  setupPaymentMethodAnswerSchema,
  stripeConfigSchema,
} from '@portal/contract';
import { notFound, unprocessable } from '@portal/domain';
import { paymentByIntent } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { type Caller, type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import { CardsUnavailable } from './cards.ts';
import type { PaymentRoutePorts } from './ports.ts';
import { toPaymentMethod } from './wire.ts';

type Ports = Pick<PaymentRoutePorts, 'payments' | 'savedCards' | 'db'>;

/** Cards and payments of the caller's own company (S1-7; rules G8 to G10). */
export function paymentRoutes(ports: Ports): Route[] {
  const { savedCards, payments } = ports;
  /** Null while the provider is unavailable; the page asks again. */
  const asked = (attemptId: string, command: CommandContext) =>
    payments.settleAttempt(attemptId, command).catch((error: unknown) => {
      if (error instanceof CardsUnavailable) return null;
      throw error;
    });
  const methodOf = async (accountId: string) => toPaymentMethod(await savedCards.of(accountId));
  /** Changes the card of the caller's company; responds with it. */
  const changeCard = async (
    { caller, visible }: Pick<RouteRequest<'approved'>, 'caller' | 'visible'>,
    change: (accountId: string) => Promise<CausalChain>,
  ) => {
    const accountId = companyOf(caller);
    await visible(await change(accountId));
    return { body: await methodOf(accountId) };
  };
  return [
    route('GET', paths.stripeConfig, 'approved', {
      summary: "Card payment configuration of one's account",
      answers: { 200: stripeConfigSchema },
      handler: async ({ caller: { accountId } }) => {
        const livemode = accountId !== null && (await savedCards.of(accountId)).livemode;
        const cards = payments.cardsFor(livemode);
        const body: StripeConfig = {
          publicKey: cards?.publicKey ?? null,
          isConfigured: cards !== null,
          accountType: livemode ? 'live' : 'demo',
          simulated: cards?.simulated ?? false,
        };
        return { body };
      },
    }),
    route('POST', paths.setupPaymentMethod, 'approved', {
      summary: 'Begin to save a card',
      answers: { 200: setupPaymentMethodAnswerSchema },
      // the secret must not be kept
      keyed: false,
      handler: async ({ caller, command, visible }) => {
        const { clientSecret, chain } = await savedCards.setUp(companyOf(caller), command);
        await visible(chain);
        return { body: { clientSecret } };
      },
    }),
    route('POST', paths.savePaymentMethod, 'approved', {
      summary: 'Save the card that was set up',
      answers: { 200: paymentMethodSchema },
      body: savePaymentMethodSchema,
      handler: (request) =>
        changeCard(request, (accountId) => savedCards.save(accountId, request.body, request.command)),
    }),
    route('GET', paths.userHasPaymentMethod, 'approved', {
      summary: 'Whether a card is saved',
      answers: { 200: hasPaymentMethodSchema },
      handler: async ({ caller: { accountId } }) => {
        const kept = accountId === null ? null : await savedCards.of(accountId);
        const hasPaymentMethod = (kept?.card ?? null) !== null;
        const declined = hasPaymentMethod && kept?.declined !== null;
        return { body: declined ? { hasPaymentMethod, declined } : { hasPaymentMethod } };
      },
    }),
    route('GET', paths.paymentMethod, 'approved', {
      summary: 'The saved card; null for none',
      answers: { 200: paymentMethodSchema },
      handler: async ({ caller: { accountId } }) => ({
        body: accountId === null ? null : await methodOf(accountId),
      }),
    }),
    route('DELETE', paths.paymentMethod, 'approved', {
      summary: 'Remove the saved card',
      answers: { 200: paymentMethodSchema },
      handler: (request) => changeCard(request, (accountId) => savedCards.remove(accountId, request.command)),
    }),
    route('PUT', paths.autoPay, 'approved', {
      summary: 'Agree to automatic payment',
      answers: { 200: paymentMethodSchema },
      body: autoPaySchema,
      handler: (request) => {
        const consent = { userId: request.caller.id, version: request.body.version };
        return changeCard(request, (accountId) =>
          savedCards.consentToAutoPay(accountId, consent, request.command),
        );
      },
    }),
    route('DELETE', paths.autoPay, 'approved', {
      summary: 'Switch automatic payment off',
      answers: { 200: paymentMethodSchema },
      handler: (request) =>
        changeCard(request, (accountId) =>
          savedCards.revokeAutoPay(accountId, request.caller.id, request.command),
        ),
    }),
    route('GET', paths.paymentOutcome, 'approved', {
      summary: "One's payment and its result",
      answers: { 200: paymentOutcomeSchema },
      reads: ['payments'],
      handler: async ({ caller, params, command, visible }) => {
        const found = await paymentByIntent(ports.db, params.id);
        const own = found !== null && (caller.isAdmin || found.account_id === caller.accountId);
        if (!own) throw notFound('Payment not found');
        const settled = caller.viewedBy === undefined ? await asked(found.id, command) : null;
        if (settled !== null) await visible(settled.chain);
        const body: PaymentOutcome = {
          status: settled?.status ?? statusOf(found.attempt),
          message: settled?.message ?? found.message,
          orderId: found.order_id,
          invoiceIds: [...found.invoice_ids],
        };
        return { body };
      },
    }),
  ];
}

function statusOf(attempt: string): PaymentOutcome['status'] {
  return attempt === 'succeeded' || attempt === 'failed' ? attempt : 'processing';
}

/** @throws BusinessRefusal unprocessable for administrators and users without a company */
function companyOf({ accountId }: Caller): string {
  if (accountId === null) throw unprocessable('Payment methods belong to companies of dealers.');
  return accountId;
}
