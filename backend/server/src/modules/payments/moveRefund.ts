import {
  conflict,
  invoiceDecider,
  invoiceRefundableCents,
  invoiceStream,
  notFound,
  onPayment,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { centsFromDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';

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
