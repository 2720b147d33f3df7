import {
  type Claimant,
  invoiceDecider,
  invoiceStream,
  isSameClaimant,
  migrationDecider,
  migrationStream,
  orderDecider,
  orderStream,
  type PaymentShare,
  paymentDecider,
  paymentStream,
  refundableCents,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { v5 } from 'uuid';
import type { Load } from '../../kernel/execute.ts';
import { type Consequence, consequence, process } from '../../kernel/process.ts';
import { lastPresentMigration, lastPresentSite } from '../companies/module.ts';
import { type ClaimantState, claimantState } from '../payments/module.ts';
import { orderConsequences } from './orderConsequences.ts';

/** Deletes what was made of these entries of an order and never approved; what was approved stays. */
async function withdrawals(
  entryIds: readonly string[],
  reason: string | null,
  load: Load,
): Promise<readonly Consequence[]> {
  const consequences: Consequence[] = [];
  for (const id of entryIds) {
    const site = await load(siteStream(id), siteDecider);
    if (site.status !== 'none' && site.status !== 'deleted' && site.firstActivatedOn === null) {
      consequences.push(
        consequence({
          stream: siteStream(id),
          accounts: [site.accountId],
          decider: siteDecider,
          key: `withdraw ${id}`,
          command: { type: 'DeleteSite', reason },
        }),
      );
    }
    const migration = await load(migrationStream(id), migrationDecider);
    if (migration.status === 'pending') {
      consequences.push(
        consequence({
          stream: migrationStream(id),
          accounts: [migration.accountId],
          decider: migrationDecider,
          key: `withdraw ${id}`,
          command: { type: 'DeleteMigration', reason },
        }),
      );
    }
  }
  return consequences;
}

/** Namespace of the ids of refunds that nobody asked for. */
const REFUNDS = '0c9a57d1-5b0e-5f0c-8f3e-7c1d2a4e9b60';

/**
 * Money that was taken is claimed by each order or invoice it is for, and pays it; what can't be claimed, because the
 * order was rejected, the invoice voided or paid otherwise meanwhile, is given back (ADR 0009).
 */
export const allocatePayment = process({
  name: 'payWhatAPaymentIsFor',
  types: ['PaymentSucceeded'],
  async decide({ event }, load) {
    const { attemptId, accountId, livemode, paidOn } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') throw new Error(`Payment ${attemptId} succeeded and never began`);
    const ofPayment = { stream: paymentStream(attemptId), accounts: [accountId], decider: paymentDecider };
    const consequences: Consequence[] = [];
    let unclaimed = refundableCents(payment, null);
    for (const share of payment.shares) {
      const claimant: Claimant = { kind: share.kind, id: share.id };
      const { amountCents } = share;
      const state = await claimantState(load, claimant);
      const claimed = payment.claims.some((claim) => isSameClaimant(claim.claimant, claimant));
      // money may have gone back at the provider's own desk before anything claimed it
      if (takes(state, share, attemptId) && (claimed || unclaimed >= amountCents)) {
        if (!claimed) {
          unclaimed -= amountCents;
          const command = { type: 'ClaimPayment', claimant, accountId, amountCents } as const;
          consequences.push(consequence({ ...ofPayment, key: `claim ${nameOf(claimant)}`, command }));
        }
        consequences.push(
          paying(claimant, accountId, { paymentId: attemptId, amountCents, livemode, paidOn }),
        );
        continue;
      }
      if (state?.openAttempt === attemptId) consequences.push(lettingGo(claimant, accountId, attemptId));
      const of = claimed ? claimant : null;
      const refundId = v5(`${attemptId}/${nameOf(claimant)}`, REFUNDS);
      const asked = payment.refunds.some((refund) => refund.refundId === refundId);
      const back = Math.min(amountCents, of === null ? unclaimed : refundableCents(payment, of));
      if (asked || back <= 0) continue;
      if (of === null) unclaimed -= back;
      const reason = `${share.kind === 'order' ? 'The order' : 'The invoice'} could not take this payment any more.`;
      const command = { type: 'RequestRefund', refundId, of, amountCents: back, reason } as const;
      consequences.push(consequence({ ...ofPayment, key: `refund ${nameOf(claimant)}`, command }));
    }
    return consequences;
  },
});

const nameOf = ({ kind, id }: Claimant) => `${kind} ${id}`;

function takes(state: ClaimantState | null, { amountCents }: PaymentShare, attemptId: string): boolean {
  if (state === null) return false;
  return state.paidBy.includes(attemptId) || (state.payable && state.openCents === amountCents);
}

/** Releases an order or invoice from a payment, so that it can be paid again. */
function lettingGo({ kind, id }: Claimant, accountId: string, attemptId: string): Consequence {
  const common = { accounts: [accountId], key: `let go ${kind} ${id}` };
  const message = 'The payment could not be used and was given back.';
  return kind === 'order'
    ? consequence({
        ...common,
        stream: orderStream(id),
        decider: orderDecider,
        command: { type: 'EndOrderPayment', attemptId, message },
      })
    : consequence({
        ...common,
        stream: invoiceStream(id),
        decider: invoiceDecider,
        command: { type: 'EndInvoicePayment', attemptId, message },
      });
}

function paying(
  { kind, id }: Claimant,
  accountId: string,
  paid: {
    readonly paymentId: string;
    readonly amountCents: number;
    readonly livemode: boolean;
    readonly paidOn: string;
  },
): Consequence {
  const accounts = [accountId];
  const key = `pay ${kind} ${id}`;
  return kind === 'order'
    ? consequence({
        stream: orderStream(id),
        accounts,
        decider: orderDecider,
        key,
        command: { type: 'PayOrder', ...paid },
      })
    : consequence({
        stream: invoiceStream(id),
        accounts,
        decider: invoiceDecider,
        key,
        command: { type: 'PayInvoice', ...paid },
      });
}

/** An attempt that is over without money lets go of its orders and invoices, so that another can begin. */
export const releaseFailedPayment = process({
  name: 'endWhatAFailedPaymentWasFor',
  types: ['PaymentFailed'],
  async decide({ event }, load) {
    const { attemptId, accountId, message } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') return [];
    const accounts = [accountId];
    return payment.shares.map(({ kind, id }) =>
      kind === 'order'
        ? consequence({
            stream: orderStream(id),
            accounts,
            decider: orderDecider,
            key: `order ${id}`,
            command: { type: 'EndOrderPayment', attemptId, message },
          })
        : consequence({
            stream: invoiceStream(id),
            accounts,
            decider: invoiceDecider,
            key: `invoice ${id}`,
            command: { type: 'EndInvoicePayment', attemptId, message },
          }),
    );
  },
});

/**
 * A paid order, or one that costs nothing, makes each of its sites or migrations exactly once, whether or not the page
 * it was placed on is still there (rule D14). What can't be made is rejected and refunded.
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

/**
 * A site or migration that is deleted before it was ever approved is rejected in its order, which gives back what was
 * paid for it (rule D17). One that was approved keeps its price: it was delivered.
 */
export const rejectOrderOfDeletedRequest = process({
  name: 'rejectOrderOfDeletedRequest',
  types: ['SiteDeleted', 'MigrationDeleted'],
  async decide({ event }, load) {
    const { reason } = event.data;
    let entryId: string;
    let orderId: string | null;
    if (event.type === 'SiteDeleted') {
      entryId = event.data.siteId;
      const site = await load(siteStream(entryId), lastPresentSite);
      orderId = site?.firstActivatedOn === null ? site.orderId : null;
    } else {
      entryId = event.data.migrationId;
      const migration = await load(migrationStream(entryId), lastPresentMigration);
      orderId = migration?.orderId ?? null;
    }
    if (orderId === null) return [];
    const order = await load(orderStream(orderId), orderDecider);
    if (order.status === 'none' || !order.entries.some(({ id }) => id === entryId)) return [];
    return [
      consequence({
        stream: orderStream(orderId),
        // where the site went to another company meanwhile, the money is still the one's who paid
        accounts: [order.accountId],
        decider: orderDecider,
        command: { type: 'RejectOrder', entryIds: [entryId], reason },
      }),
    ];
  },
});

/**
 * Refunds rejected entries of an order, at most the rest of its share, and deletes what was created but not approved,
 * with the same reason (rule D17).
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
