import {
  conflict,
  invoiceDecider,
  invoiceRefundableCents,
  invoiceStream,
  isMadeAtProvider,
  isOfProviderRefund,
  notFound,
  onInvoice,
  onPayment,
  type PaymentCommand,
  paymentDecider,
  paymentStream,
  type Refund,
  refundableCents,
  retryOf,
  unprocessable,
} from '@portal/domain';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { type CardRefund, CardsRefused, CardsUnavailable, type ProviderEventSubject } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordFacts, type StartedPaymentState } from './recordIntent.ts';

/** What a webhook says about a payment's refunds, which the provider may not know any more. */
type NamedRefunds = Pick<Extract<ProviderEventSubject, { kind: 'refunds' }>, 'refunds' | 'charge'>;

/**
 * Requests outstanding refunds from the provider and records the state of all refunds of the payment, including those
 * made at the provider and those that a webhook names.
 * @throws CardsUnavailable
 */
export async function settleRefunds(
  ports: PaymentPorts,
  attemptId: string,
  context: CommandContext,
  named: NamedRefunds = {},
): Promise<CausalChain> {
  const payment = await ports.load(paymentStream(attemptId), paymentDecider);
  if (payment.status !== 'succeeded' || payment.intentId === null) return NOTHING_APPENDED;
  const cards = ports.cardsFor(payment.livemode);
  if (cards === null) throw new CardsUnavailable('There are no credentials to refund this payment.');
  const { intentId } = payment;
  let chain = NOTHING_APPENDED;
  const record = async (command: PaymentCommand, actorId: string) => {
    const by = { actorId, correlationId: context.correlationId };
    const recorded = await recordFacts(ports, payment, [command], by);
    chain = joinChains(ports.compare, chain, recorded.chain);
  };
  for (const { refundId, amountCents, status } of payment.refunds) {
    if (status !== 'requested') continue;
    try {
      await cards.refund({ intentId, refundId, amountCents });
    } catch (error) {
      if (!(error instanceof CardsRefused)) throw error;
      ports.log.error({ err: error, refund: refundId }, 'the card provider refused a refund');
      const message = `The card provider refused the refund (${error.code ?? 'no reason given'}).`;
      await record({ type: 'RecordRefundFailure', refundId, message }, intentId);
    }
  }
  const listed = await cards.refundsOf(intentId).catch((error: unknown) => {
    if (!(error instanceof CardsRefused)) throw error;
    // the provider no longer knows the intent: its account was changed or a sandbox was cleared
    ports.log.error({ err: error, intent: intentId }, 'the refunds of a payment could not be read');
    return [];
  });
  const isListed = (id: string) => listed.some(({ providerRefundId }) => providerRefundId === id);
  const others = (named.refunds ?? []).filter(({ providerRefundId }) => !isListed(providerRefundId));
  for (const refund of [...listed, ...others]) {
    for (const command of factsOf(payment, refund)) await record(command, refund.providerRefundId);
  }
  const { charge = null } = named;
  if (charge === null) return chain;
  // refunds that neither the provider nor the webhook names, only their sum
  const now = await ports.load(paymentStream(attemptId), paymentDecider);
  const known = now.status === 'none' ? 0 : sumCents(now.refunds.map(({ amountCents }) => amountCents));
  const amountCents = charge.refundedCents - known;
  if (amountCents > 0) {
    const providerRefundId = `${charge.id}@${charge.refundedCents}`;
    await record({ type: 'RecordProviderRefund', providerRefundId, amountCents }, charge.id);
  }
  return chain;
}

/** New facts of a provider's refund: of the one that was requested, else of its parts. */
function factsOf(payment: StartedPaymentState, refund: CardRefund): readonly PaymentCommand[] {
  const { providerRefundId, amountCents, status, message } = refund;
  const known = payment.refunds.filter(
    (one) => one.refundId === refund.refundId || isOfProviderRefund(one, providerRefundId),
  );
  if (status === 'pending') return [];
  if (status === 'failed') {
    const why = message ?? 'The bank returned the refund.';
    return known.map(({ refundId }) => ({ type: 'RecordRefundFailure', refundId, message: why }));
  }
  const requested = known.find((one) => one.refundId === refund.refundId);
  if (requested === undefined) return [{ type: 'RecordProviderRefund', providerRefundId, amountCents }];
  const { refundId, of } = requested;
  return [{ type: 'RecordRefund', refundId, of, amountCents, providerRefundId }];
}

/** Refunds at once. */
export function refundFollower(ports: PaymentPorts): Follower {
  return {
    name: 'refunds',
    types: ['PaymentRefundRequested'],
    async handle({ id, event, metadata }) {
      if (event.type !== 'PaymentRefundRequested') return;
      const { correlationId, recordedAt: time } = metadata;
      const actor = { kind: 'system', id: 'refunds' } as const;
      await settleUnlessUnavailable(ports, event.data.attemptId, { id, time, correlationId, actor });
    },
  };
}

/** The reconciler retries while the provider is unavailable, so that other payments do not wait. */
async function settleUnlessUnavailable(
  ports: PaymentPorts,
  attemptId: string,
  context: CommandContext,
): Promise<CausalChain> {
  try {
    return await settleRefunds(ports, attemptId, context);
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    ports.log.warn({ err: error, attempt: attemptId }, 'a refund is retried by the reconciler');
    return NOTHING_APPENDED;
  }
}

/**
 * RetryRefund: replaces a failed refund by a new one, after reading all refunds of the payment from the provider.
 * @throws BusinessRefusal not_found; conflict if it did not fail, or a refund made at the provider cannot be
 * assigned; unprocessable if less is left; CardsUnavailable
 */
export async function retryRefund(
  ports: PaymentPorts,
  attemptId: string,
  { refundId, reason }: { readonly refundId: string; readonly reason: string | null },
  context: CommandContext,
): Promise<CausalChain> {
  const paymentNow = async (): Promise<StartedPaymentState> => {
    const payment = await ports.load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') throw notFound('Payment not found');
    return payment;
  };
  const before = await paymentNow();
  if (!before.refunds.some((one) => one.refundId === refundId)) throw notFound('Refund not found');
  let chain = await settleRefunds(ports, attemptId, { ...context, id: deriveId(context, 'look') });
  const payment = await paymentNow();
  const failed = payment.refunds.find((one) => one.refundId === refundId);
  const next = retryOf(attemptId, refundId);
  const asked = payment.refunds.some((one) => one.refundId === next);
  if (failed === undefined || (!asked && failed.status !== 'failed')) {
    throw conflict('This refund has not failed.');
  }
  if (!asked) {
    refuseDoubleRefund(payment, failed);
    chain = joinChains(ports.compare, chain, await requestRetry(ports, payment, failed, reason, context));
  }
  // at once, for the response
  const giving = { ...context, id: deriveId(context, 'give') };
  return joinChains(ports.compare, chain, await settleUnlessUnavailable(ports, attemptId, giving));
}

/** Requests it on the invoice if it was requested there, whose process asks the payment; else on the payment. */
async function requestRetry(
  ports: PaymentPorts,
  { attemptId, accountId }: StartedPaymentState,
  { refundId, of, amountCents }: Refund,
  reason: string | null,
  context: CommandContext,
): Promise<CausalChain> {
  const wanted = { refundId: retryOf(attemptId, refundId), amountCents, reason };
  if (of?.kind === 'invoice') {
    const invoice = await ports.load(invoiceStream(of.id), invoiceDecider);
    if (invoice.status !== 'none' && invoice.refunds.some((one) => one.refundId === refundId)) {
      const command = { type: 'RequestInvoiceRefund', ...wanted } as const;
      return runCommand(ports, { ...onInvoice(of.id, accountId), command, context });
    }
  }
  const command = { type: 'RequestRefund', ...wanted, of } as const;
  return runCommand(ports, { ...onPayment(attemptId, accountId), command, context });
}

/**
 * @throws BusinessRefusal if the money may be refunded already: a refund made at the provider of several shares may have
 *   been meant for this one
 */
function refuseDoubleRefund(payment: StartedPaymentState, { of, amountCents }: Refund): void {
  const left = refundableCents(payment, of);
  if (left < amountCents) {
    throw unprocessable(`Only ${formatDollars(left)} of the payment can still be refunded.`);
  }
  if (payment.claims.length > 1 && payment.refunds.some(isMadeAtProvider)) {
    throw conflict(
      'This payment was refunded directly at the card provider, for an unknown purpose. Settle this refund there.',
    );
  }
}

/**
 * Moves part of a refund made at the provider to another invoice of the payment (rule B44). `amount`: dollars.
 * @throws BusinessRefusal not_found; conflict while the payment is disputed; unprocessable for an invoice that the payment
 * did not pay, or more than the refund or what is left of that invoice
 */
export async function moveRefund(
  ports: CommandPorts,
  attemptId: string,
  body: {
    readonly refund_id: string;
    readonly to_invoice_id: string;
    readonly amount: string;
    readonly reason: string;
  },
  context: CommandContext,
): Promise<CausalChain> {
  const { refund_id: refundId, to_invoice_id: toInvoiceId, reason } = body;
  const payment = await ports.load(paymentStream(attemptId), paymentDecider);
  if (payment.status === 'none') throw notFound('Payment not found');
  const of = payment.refunds.find((refund) => refund.refundId === refundId)?.of;
  if (of?.kind !== 'invoice') throw notFound('Refund not found');
  const load = (id: string) => ports.load(invoiceStream(id), invoiceDecider);
  const [from, to] = await Promise.all([load(of.id), load(toInvoiceId)]);
  if (to.status === 'none' || to.accountId !== payment.accountId) throw notFound('Invoice not found');
  // a process books it on its invoice first
  if (from.status === 'none' || !from.refunds.some((refund) => refund.refundId === refundId)) {
    throw conflict('This refund is still being booked. Please try again.');
  }
  const { invoiceNumber } = to;
  const command = {
    type: 'MoveRefund',
    moveId: deriveId(context, 'move'),
    refundId,
    from: { invoiceNumber: from.invoiceNumber },
    to: { invoiceId: toInvoiceId, invoiceNumber, refundableCents: invoiceRefundableCents(to) },
    amountCents: centsFromDollars(body.amount),
    reason,
    today: ports.billingDay(context.time),
  } as const;
  return runCommand(ports, { ...onPayment(attemptId, payment.accountId), command, context, reason });
}

/**
 * Requests a refund of an invoice from the payment that paid it (rule B26). It fails if less is left of the
 * invoice's share after refunds made at the provider.
 */
export const askCardProviderForInvoiceRefund = process({
  name: 'askCardProviderForInvoiceRefund',
  types: ['InvoiceRefundRequested'],
  async decide({ event }, load) {
    const { invoiceId, accountId, refundId, paymentId, amountCents, reason } = event.data;
    const of = { kind: 'invoice', id: invoiceId } as const;
    const payment = await load(paymentStream(paymentId), paymentDecider);
    const asked = payment.status !== 'none' && payment.refunds.some((refund) => refund.refundId === refundId);
    if (asked) return [];
    const left = payment.status === 'none' ? 0 : refundableCents(payment, of);
    if (left < amountCents) {
      const message = `Only ${formatDollars(left)} of the payment can still be refunded.`;
      const command = { type: 'RecordInvoiceRefundFailure', refundId, message } as const;
      return [consequence({ ...onInvoice(invoiceId, accountId), key: 'failed', command })];
    }
    const command = { type: 'RequestRefund', refundId, of, amountCents, reason } as const;
    return [consequence({ ...onPayment(paymentId, accountId), key: 'refund', command })];
  },
});
