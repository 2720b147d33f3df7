import type { Portal } from '@portal/server';
import type { CausalChain } from '@portal/server/kernel/causalChain.ts';
import { type CommandContext, deriveId } from '@portal/server/kernel/commandContext.ts';
import { findOrder } from '@portal/server/modules/orders/placeOrder.ts';
import { rejectOrder } from '@portal/server/modules/orders/rejectOrder.ts';
import { settleRefunds } from '@portal/server/modules/payments/refunds.ts';

/** Rejects a paid order and asks for its refund, which the portal's followers do elsewhere. */
export async function rejectPaidOrder(
  { commands, payments, paymentPorts }: Pick<Portal, 'commands' | 'payments' | 'paymentPorts'>,
  orderId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const chain = await rejectOrder(commands, orderId, reason, context, payments);
  const paymentId = (await findOrder(commands, orderId))?.payment?.paymentId;
  if (paymentId === undefined) throw new Error(`Order ${orderId} of the demo was not paid`);
  await settleRefunds(paymentPorts, paymentId, { ...context, id: deriveId(context, 'refund') });
  return chain;
}
