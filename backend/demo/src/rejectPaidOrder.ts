import type { Portal } from '@portal/server';
import type { CausalChain } from '@portal/server/kernel/causalChain.ts';
import { type CommandContext, deriveId } from '@portal/server/kernel/commandContext.ts';
import { findOrder } from '@portal/server/modules/orders/placeOrder.ts';
import { rejectOrder } from '@portal/server/modules/orders/rejectOrder.ts';

/** Rejects a paid order and asks for its refund, which the portal's followers do elsewhere. */
export async function rejectPaidOrder(
  { commands, payments, refunds }: Pick<Portal, 'commands' | 'payments' | 'refunds'>,
  orderId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const chain = await rejectOrder(commands, orderId, reason, context, payments);
  const paymentId = (await findOrder(commands, orderId))?.payment?.paymentId;
  if (paymentId === undefined) throw new Error(`Order ${orderId} of the demo was not paid`);
  await refunds.settle(paymentId, { ...context, id: deriveId(context, 'refund') });
  return chain;
}
