import {
  conflict,
  migrationDecider,
  migrationStream,
  notFound,
  onOrder,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Payments } from '../payments/module.ts';
import { refuseWhileDisputed } from './disputedPayment.ts';
import { findOrder } from './placeOrder.ts';
import { leftOfOrder } from './refundOrder.ts';

/**
 * RejectOrder by an administrator: refunds the payment and deletes what was made and not approved (rule D17).
 * @throws BusinessRefusal 'Order not found' (not_found); conflict if part of it was approved; unprocessable while the
 * bank disputes its payment
 */
export async function rejectOrder(
  ports: CommandPorts,
  orderId: string,
  reason: string,
  context: CommandContext,
  payments: Pick<Payments, 'withdraw'>,
): Promise<CausalChain> {
  const placed = await findOrder(ports, orderId);
  if (placed === null) throw notFound('Order not found');
  if (placed.openAttempt !== null) {
    const withdrawing = { ...context, id: deriveId(context, 'withdraw') };
    await payments.withdraw([{ kind: 'order', id: orderId }], placed.accountId, withdrawing);
  }
  // the attempt may have been paid
  const order = (await findOrder(ports, orderId)) ?? placed;
  for (const { id, name, outcome } of order.entries) {
    if (outcome === 'fulfilled' && (await wasApproved(ports, id))) {
      throw conflict(`${name} was approved already. Please delete the others one by one instead.`);
    }
  }
  const left = order.entries.filter(({ outcome }) => outcome !== 'rejected');
  await refuseWhileDisputed(
    ports,
    order,
    left.map(({ id }) => id),
  );
  return runCommand(ports, {
    ...onOrder(orderId, order.accountId),
    command: { type: 'RejectOrder', entryIds: null, reason, leftCents: await leftOfOrder(order, ports.load) },
    context,
    reason,
  });
}

async function wasApproved(ports: Pick<CommandPorts, 'load'>, id: string): Promise<boolean> {
  const site = await ports.load(siteStream(id), siteDecider);
  if (site.status !== 'none') return site.status !== 'deleted' && site.firstActivatedOn !== null;
  return (await ports.load(migrationStream(id), migrationDecider)).status === 'approved';
}
