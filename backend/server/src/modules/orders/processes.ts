import {
  type Claimant,
  type Decider,
  isPresentSite,
  isSameClaimant,
  migrationDecider,
  migrationStream,
  type OrderCommand,
  onInvoice,
  onMigration,
  onOrder,
  onPayment,
  onSite,
  orderDecider,
  orderStream,
  type PaymentShare,
  paymentDecider,
  paymentStream,
  refundableCents,
  type StartedPayment,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { v5 } from 'uuid';
import type { Load } from '../../kernel/execute.ts';
import { type Consequence, consequence, type Process, process } from '../../kernel/process.ts';
import { type ClaimantState, claimantState, endingPayment } from '../payments/module.ts';
import { orderConsequences } from './orderConsequences.ts';
import { leftOfOrder } from './refunds.ts';

/** Deletes what was made of these entries of an order and not approved. */
async function withdrawals(
  entryIds: readonly string[],
  reason: string | null,
  load: Load,
): Promise<readonly Consequence[]> {
  const consequences: Consequence[] = [];
  for (const id of entryIds) {
    const key = `withdraw ${id}`;
    const site = await load(siteStream(id), siteDecider);
    if (isPresentSite(site) && site.firstActivatedOn === null) {
      const command = { type: 'DeleteSite', reason } as const;
      consequences.push(consequence({ ...onSite(id, site.accountId), key, command }));
    }
    const migration = await load(migrationStream(id), migrationDecider);
    if (migration.status === 'pending') {
      const command = { type: 'DeleteMigration', reason } as const;
      consequences.push(consequence({ ...onMigration(id, migration.accountId), key, command }));
    }
  }
  return consequences;
}

/** Namespace of the ids of automatic refunds. */
const REFUNDS = '0c9a57d1-5b0e-5f0c-8f3e-7c1d2a4e9b60';

/**
 * Each order or invoice of a payment claims its share and is paid by it. Shares that cannot be claimed, because the
 * order was rejected or the invoice voided or paid meanwhile, are refunded (ADR 0009).
 */
export const allocatePayment = process({
  name: 'allocatePayment',
  types: ['PaymentSucceeded'],
  async decide({ event }, load) {
    const { attemptId, accountId, livemode, paidOn } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') throw new Error(`Payment ${attemptId} succeeded and never began`);
    const ofPayment = onPayment(attemptId, accountId);
    const consequences: Consequence[] = [];
    let unclaimed = refundableCents(payment, null);
    for (const share of payment.shares) {
      const claimant: Claimant = { kind: share.kind, id: share.id };
      const { amountCents } = share;
      const state = await claimantState(load, claimant);
      const claimed = payment.claims.some((claim) => isSameClaimant(claim.claimant, claimant));
      // it may have been refunded in the provider's dashboard before it was claimed
      if (takes(state, share, payment) && (claimed || unclaimed >= amountCents)) {
        if (!claimed) {
          unclaimed -= amountCents;
          // the journal needs it where the order is refunded
          const tax = state?.taxCents === undefined ? {} : { taxCents: state.taxCents };
          const command = { type: 'ClaimPayment', claimant, accountId, amountCents, ...tax } as const;
          consequences.push(consequence({ ...ofPayment, key: `claim ${nameOf(claimant)}`, command }));
        }
        consequences.push(
          paying(claimant, accountId, { paymentId: attemptId, amountCents, livemode, paidOn }),
        );
        continue;
      }
      if (state?.openAttempt === attemptId) {
        const message = 'The payment could not be used and was given back.';
        const ending = endingPayment(claimant, accountId, { attemptId, message });
        consequences.push({ ...ending, key: `let go ${nameOf(claimant)}` });
      }
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

function takes(
  state: ClaimantState | null,
  { kind, amountCents }: PaymentShare,
  { attemptId, livemode }: Pick<StartedPayment, 'attemptId' | 'livemode'>,
): boolean {
  if (state === null) return false;
  // an attempt of an earlier release may have been made in the account's mode instead of the invoice's
  if (state.isDemo === livemode && !state.paidBy.includes(attemptId)) return false;
  if (state.paidBy.includes(attemptId)) return true;
  // an invoice may be paid in part
  const fits = kind === 'order' ? state.openCents === amountCents : state.openCents >= amountCents;
  return state.payable && fits;
}

function paying(
  { kind, id }: Claimant,
  accountId: string,
  paid: Omit<Extract<OrderCommand, { type: 'PayOrder' }>, 'type'>,
): Consequence {
  const key = `pay ${kind} ${id}`;
  return kind === 'order'
    ? consequence({ ...onOrder(id, accountId), key, command: { type: 'PayOrder', ...paid } })
    : consequence({ ...onInvoice(id, accountId), key, command: { type: 'PayInvoice', ...paid } });
}

export const releaseFailedPayment = process({
  name: 'releaseFailedPayment',
  types: ['PaymentFailed'],
  async decide({ event }, load) {
    const { attemptId, accountId, message } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') return [];
    return payment.shares.map((share) => ({
      ...endingPayment(share, accountId, { attemptId, message }),
      key: nameOf(share),
    }));
  },
});

/** Makes each site or migration of a paid or free order exactly once (rule D14); what can't be made is refunded. */
export const fulfilPaidOrder = process({
  name: 'fulfilPaidOrder',
  types: ['OrderPlaced', 'OrderPaid'],
  async decide({ event }, load) {
    if (event.type === 'OrderPlaced' && event.data.totalCents > 0) return [];
    const order = await load(orderStream(event.data.orderId), orderDecider);
    if (order.status === 'none') return [];
    // an entry may have been rejected while it was made
    const rejected = order.entries.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id);
    return [...(await withdrawals(rejected, null, load)), ...(await orderConsequences(order, load))];
  },
});

type Present<State> = Exclude<State, { readonly status: 'none' | 'deleted' }>;

/** Folds to the last state before a deletion; null for none. Decides nothing. */
function lastPresent<State extends { readonly status: string }, Command, Event>({
  initialState,
  evolve,
}: Decider<State, Command, Event>): Decider<Present<State> | null, never, Event> {
  return {
    initialState: null,
    evolve(before, event) {
      const after = evolve(before ?? initialState, event);
      return after.status === 'none' || after.status === 'deleted' ? before : (after as Present<State>);
    },
    decide: () => [],
  };
}

const lastPresentSite = lastPresent(siteDecider);
const lastPresentMigration = lastPresent(migrationDecider);

/** Rejects a site or migration in its order if it was deleted before approval, which refunds it (rule D17). */
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
      // the company that paid, even if the site was moved to another one
      consequence({
        ...onOrder(orderId, order.accountId),
        command: {
          type: 'RejectOrder',
          entryIds: [entryId],
          reason,
          leftCents: await leftOfOrder(order, load),
        },
      }),
    ];
  },
});

/** Refunds rejected entries of an order, at most the rest of its share, and deletes what was not approved (rule D17). */
export const refundRejectedEntries = process({
  name: 'refundRejectedEntries',
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
            ...onPayment(paymentId, accountId),
            key: 'refund',
            command: { type: 'RequestRefund', refundId: id, of, amountCents, reason, rejection: true },
          }),
        );
      }
    }
    consequences.push(...(await withdrawals(entryIds, reason, load)));
    return consequences;
  },
});

/** Those of one event run in this order. */
export const orderProcesses: readonly Process[] = [
  allocatePayment,
  releaseFailedPayment,
  fulfilPaidOrder,
  rejectOrderOfDeletedRequest,
  refundRejectedEntries,
];
