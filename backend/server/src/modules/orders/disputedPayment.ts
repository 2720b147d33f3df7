import { isDisputed, type PlacedOrder, paymentDecider, paymentStream, unprocessable } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

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
