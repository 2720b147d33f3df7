import {
  type AlertKind,
  autoPaySchema,
  hasPaymentMethodSchema,
  listQuerySchema,
  moveRefundSchema,
  PAYMENT_STATUSES,
  type PaymentOutcome,
  paths,
  paymentMethodSchema,
  paymentOutcomeSchema,
  paymentSchema,
  reasonSchema,
  retryRefundSchema,
  type StripeConfig,
  savePaymentMethodSchema,
  setupPaymentMethodAnswerSchema,
  stripeConfigSchema,
} from '@portal/contract';
import { notFound, unprocessable } from '@portal/domain';
import { listPayments, paymentById, paymentByIntent } from '@portal/projections';
import { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Caller, type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { endAttempt } from './attempts.ts';
import { CardsUnavailable } from './cards.ts';
import type { Payments } from './createPayments.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { moveRefund, retryRefund } from './refunds.ts';
import type { SavedCards } from './savedCards.ts';
import { toPayment, toPaymentMethod } from './wire.ts';

interface PaymentRoutePorts extends ReadPorts {
  readonly payments: Payments;
  readonly paymentPorts: PaymentPorts;
  readonly savedCards: SavedCards;
  /** Checks alerts of these kinds at once. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}

/** A flat status or account is merged into react-admin's filter. */
const listSchema = listQuerySchema.extend({
  status: z.enum(PAYMENT_STATUSES).optional(),
  accountId: z.string().max(100).optional(),
});
const READS = ['payments', 'accounts'];

/** Cards and payments of the caller's own company (S1-7; rules G8 to G10), and attempts to pay, for administrators. */
export function paymentRoutes(ports: PaymentRoutePorts): Route[] {
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
  const one = async (id: string) => toPayment(found(await paymentById(ports.db, id), 'Payment'));
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
    route('POST', paths.setupPaymentMethod, 'paying', {
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
    route('POST', paths.savePaymentMethod, 'paying', {
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
    route('DELETE', paths.paymentMethod, 'paying', {
      summary: 'Remove the saved card',
      answers: { 200: paymentMethodSchema },
      handler: (request) => changeCard(request, (accountId) => savedCards.remove(accountId, request.command)),
    }),
    route('PUT', paths.autoPay, 'paying', {
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
    route('DELETE', paths.autoPay, 'paying', {
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
        const payment = await paymentByIntent(ports.db, params.id);
        const own = payment !== null && (caller.isAdmin || payment.account_id === caller.accountId);
        if (!own) throw notFound('Payment not found');
        const settled = caller.viewedBy === undefined ? await asked(payment.id, command) : null;
        if (settled !== null) await visible(settled.chain);
        const body: PaymentOutcome = {
          status: settled?.status ?? statusOf(payment.attempt),
          message: settled?.message ?? payment.message,
          orderId: payment.order_id,
          invoiceIds: [...payment.invoice_ids],
        };
        return { body };
      },
    }),
    route('GET', paths.admin.payments, 'staff', {
      summary: 'Attempts to pay',
      answers: { 200: z.array(paymentSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, accountId, ...query } }) => {
        const filter = { ...query.filter, ...given({ status, account_id: accountId }) };
        const { timeZone } = ports;
        const { rows, total } = await listPayments(ports.db, { ...query, filter, timeZone });
        return listAnswer('payments', { rows: rows.map(toPayment), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.payment, 'staff', {
      summary: 'One attempt to pay',
      answers: { 200: paymentSchema },
      reads: READS,
      handler: async ({ params }) => ({ body: await one(params.id) }),
    }),
    route('POST', paths.admin.retryRefund, 'money', {
      summary: 'Retry a failed refund',
      answers: { 200: paymentSchema },
      body: retryRefundSchema,
      handler: async ({ params: { id }, body: { refund_id: refundId, reason = null }, command, visible }) => {
        await visible(await retryRefund(ports.paymentPorts, id, { refundId, reason }, command));
        await ports.lookAgain(['failed_refund']);
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.moveRefund, 'money', {
      summary: 'Move part of a refund made at the card provider to another invoice of the payment',
      answers: { 200: paymentSchema },
      body: moveRefundSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await moveRefund(ports.paymentPorts, id, body, command));
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.endPayment, 'money', {
      summary: 'End an attempt that the provider does not know',
      answers: { 200: paymentSchema },
      body: reasonSchema,
      handler: async ({ params: { id }, body: { reason }, command, visible }) => {
        await visible(await endAttempt(ports.paymentPorts, id, reason, command));
        await ports.lookAgain(['stuck_payment']);
        return { body: await one(id) };
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
