import {
  migrationDecider,
  migrationStream,
  paymentDecider,
  paymentStream,
  refundableCents,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { type Consequence, consequence, type Process } from './process.ts';

/**
 * What an order's rejected entries cost is given back, and what was made of them and never approved is deleted with
 * the same reason (decisions, Data). Never more goes back than is left of the order's share of the payment.
 */
export const takeBackWhatWasRejected: Process = {
  name: 'takeBackWhatWasRejected',
  types: ['OrderRejected'],
  async decide({ id, event }, load) {
    if (event.type !== 'OrderRejected') return [];
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
    for (const entryId of entryIds) {
      const site = await load(siteStream(entryId), siteDecider);
      if (site.status !== 'none' && site.status !== 'deleted' && site.firstActivatedOn === null) {
        consequences.push(
          consequence({
            stream: siteStream(entryId),
            accounts: [site.accountId],
            decider: siteDecider,
            key: entryId,
            command: { type: 'DeleteSite', reason },
          }),
        );
      }
      const migration = await load(migrationStream(entryId), migrationDecider);
      if (migration.status === 'pending') {
        consequences.push(
          consequence({
            stream: migrationStream(entryId),
            accounts: [migration.accountId],
            decider: migrationDecider,
            key: entryId,
            command: { type: 'DeleteMigration', reason },
          }),
        );
      }
    }
    return consequences;
  },
};
