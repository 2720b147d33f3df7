import {
  conflict,
  type GivenAway,
  isDisputed,
  leftOfShareCents,
  migrationDecider,
  migrationStream,
  onOrder,
  onPayment,
  type PlacedOrder,
  paymentDecider,
  paymentStream,
  siteDecider,
  siteStream,
  unprocessable,
} from '@portal/domain';
import { centsFromDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Load } from '../../kernel/execute.ts';
import { found } from '../../kernel/found.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Payments } from '../payments/module.ts';
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
  const order = found(await findOrder(ports, orderId), 'Order');
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

/**
 * Refuses to reject or delete paid parts of an order, which refunds them, while the bank of the cardholder disputes its
 * payment (rule B43).
 * @param entryIds of the order's sites or migrations
 * @throws BusinessRefusal unprocessable
 */
export async function refuseWhileDisputed(
  ports: Pick<CommandPorts, 'load'>,
  { payment: paid, entries }: PlacedOrder,
  entryIds: readonly string[],
): Promise<void> {
  const isPriced = entries.some(({ id, priceCents }) => priceCents > 0 && entryIds.includes(id));
  if (paid === null || !isPriced) return;
  const payment = await ports.load(paymentStream(paid.paymentId), paymentDecider);
  if (payment.status === 'none' || !isDisputed(payment)) return;
  throw unprocessable(
    "The cardholder's bank disputes the payment of this order, so it can't be refunded. Please wait until the dispute is decided, then reject or delete it.",
  );
}

/** What deleting this site or migration of an order refunds, at most. */
export function refundOfEntry(order: PlacedOrder | null, entryId: string): GivenAway {
  const entry = order?.payment == null ? undefined : order.entries.find(({ id }) => id === entryId);
  return { kind: 'refund', cents: entry?.priceCents ?? 0 };
}

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
  const placed = found(await findOrder(ports, orderId), 'Order');
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
