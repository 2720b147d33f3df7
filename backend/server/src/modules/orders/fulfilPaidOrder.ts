import { orderDecider, orderStream } from '@portal/domain';
import { process } from '../../kernel/process.ts';
import { orderConsequences } from './orderConsequences.ts';
import { withdrawals } from './withdrawals.ts';

/**
 * A paid order, or one that costs nothing, makes each of its sites or migrations exactly once, whether or not the page
 * it was placed on is still there (decisions, Data). What can't be made is rejected and refunded.
 */
export const fulfilPaidOrder = process({
  name: 'makeWhatAPaidOrderAsksFor',
  types: ['OrderPlaced', 'OrderPaid'],
  async decide({ event }, load) {
    if (event.type === 'OrderPlaced' && event.data.totalCents > 0) return [];
    const order = await load(orderStream(event.data.orderId), orderDecider);
    if (order.status === 'none') return [];
    // one of these may have been in the making while an administrator rejected it
    const rejected = order.entries.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id);
    return [...(await withdrawals(rejected, null, load)), ...(await orderConsequences(order, load))];
  },
});
