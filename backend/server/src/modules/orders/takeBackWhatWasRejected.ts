import { paymentDecider, paymentStream, refundableCents } from '@portal/domain';
import { type Consequence, consequence, process } from '../../kernel/process.ts';
import { withdrawals } from './withdrawals.ts';

/**
 * What an order's rejected entries cost is given back, and what was made of them and never approved is deleted with
 * the same reason (decisions, Data). Never more goes back than is left of the order's share of the payment.
 */
export const takeBackWhatWasRejected = process({
  name: 'takeBackWhatWasRejected',
  types: ['OrderRejected'],
  async decide({ id, event }, load) {
    const { orderId, accountId, entryIds, reason, refundCents, paymentId } = event.data;
    const consequences: Consequence[] = [];
    if (paymentId !== null && refundCents > 0) {
      const of = { kind: 'order', id: orderId } as const;
      const payment = await load(paymentStream(paymentId), paymentDecider);
      const asked = payment.status !== 'none' && payment.refunds.some(({ refundId }) => refundId === id);
      const left = payment.status === 'none' ? 0 : refundableCents(payment, of);
      const amountCents = Math.min(refundCents, left);
      if (!asked && amountCents > 0) {
        consequences.push(
          consequence({
            stream: paymentStream(paymentId),
            accounts: [accountId],
            decider: paymentDecider,
            key: 'refund',
            command: { type: 'RequestRefund', refundId: id, of, amountCents, reason },
          }),
        );
      }
    }
    consequences.push(...(await withdrawals(entryIds, reason, load)));
    return consequences;
  },
});
