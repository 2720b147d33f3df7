import { conflict, notFound, unprocessable } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import { asCents, formatDollars } from '../values/money.ts';
import type { MoveRefund } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { DISPUTED, isMadeAtProvider, refundableCents } from './refunds.ts';
import { isDisputed, isSameClaimant, type StartedPayment } from './state.ts';

/**
 * Moves part of a refund made at the provider to another invoice of the payment (rule B44). The sum of the refunds stays
 * what the provider refunded. The same move again has no effect.
 */
export function moveRefund(payment: StartedPayment, command: MoveRefund): readonly PaymentEvent[] {
  const { moveId, refundId, from, to, amountCents, reason, today } = command;
  const refund = payment.refunds.find((one) => one.refundId === refundId);
  if (refund?.of?.kind !== 'invoice' || !isMadeAtProvider(refund)) throw notFound('Refund not found');
  // its parts are known by the provider's id
  const movedRefundId = `${refund.providerRefundId}/${moveId}`;
  if (payment.refunds.some((one) => one.refundId === movedRefundId)) return [];
  if (isDisputed(payment)) throw conflict(DISPUTED);
  const target: Claimant = { kind: 'invoice', id: to.invoiceId };
  const wrongInvoice = (message: string) => unprocessable(message, 'to_invoice_id');
  if (isSameClaimant(refund.of, target)) throw wrongInvoice('Please choose another invoice.');
  if (!payment.claims.some(({ claimant }) => isSameClaimant(claimant, target)))
    throw wrongInvoice('This payment did not pay that invoice.');
  const wrongAmount = (message: string) => unprocessable(message, 'amount');
  if (asCents(amountCents) <= 0) throw wrongAmount('The amount must be more than $0.00.');
  if (amountCents > refund.amountCents)
    throw wrongAmount(`At most ${formatDollars(refund.amountCents)} of this refund can be moved.`);
  const most = Math.min(refundableCents(payment, target), to.refundableCents);
  if (amountCents > most)
    throw wrongAmount(`At most ${formatDollars(most)} of ${to.invoiceNumber} can be refunded.`);
  const { attemptId, accountId } = payment;
  const data = {
    attemptId,
    accountId,
    refundId,
    fromInvoiceId: refund.of.id,
    fromInvoiceNumber: from.invoiceNumber,
    movedRefundId,
    toInvoiceId: to.invoiceId,
    toInvoiceNumber: to.invoiceNumber,
    amountCents,
    movedOn: today,
    reason: neededReason(reason),
  };
  return [{ type: 'PaymentRefundMoved', data }];
}
