import {
  conflict,
  leftOfShareCents,
  notFound,
  onPayment,
  type PlacedOrder,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { centsFromDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Load } from '../../kernel/execute.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { findOrder } from './placeOrder.ts';

/**
 * RefundOrder by an administrator: all or part of what was paid, also after the site was approved (rule B48). The card
 * provider is asked as for every refund of the payment.
 * @param refund.amount dollars
 * @throws BusinessRefusal 'Order not found' (not_found); conflict where nothing was paid; unprocessable for more than is
 *   left, and while the bank decides about the payment
 */
export async function refundOrder(
  ports: CommandPorts,
  orderId: string,
  { amount, reason }: { readonly amount: string; readonly reason: string },
  context: CommandContext,
): Promise<CausalChain> {
  const order = await findOrder(ports, orderId);
  if (order === null) throw notFound('Order not found');
  if (order.payment === null) throw conflict('Nothing was paid for this order.');
  const command = {
    type: 'RequestRefund',
    refundId: deriveId(context, 'refund'),
    of: { kind: 'order', id: orderId },
    amountCents: centsFromDollars(amount),
    reason,
  } as const;
  return runCommand(ports, { ...onPayment(order.payment.paymentId, order.accountId), command, context });
}

/** Cents that an order was paid with and that were neither refunded nor taken back; 0 for one that was not paid. */
export async function leftOfOrder({ orderId, payment }: PlacedOrder, load: Load): Promise<number> {
  if (payment === null) return 0;
  const paid = await load(paymentStream(payment.paymentId), paymentDecider);
  return paid.status === 'none' ? 0 : leftOfShareCents(paid, { kind: 'order', id: orderId });
}
