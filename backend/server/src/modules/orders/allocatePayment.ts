import {
  type Claimant,
  invoiceDecider,
  invoiceStream,
  isSameClaimant,
  orderDecider,
  orderStream,
  type PaymentShare,
  paymentDecider,
  paymentStream,
  refundableCents,
} from '@portal/domain';
import { v5 } from 'uuid';
import { type Consequence, consequence, process } from '../../kernel/process.ts';
import { type ClaimantState, claimantState } from '../payments/module.ts';

/** Namespace of the ids of refunds that nobody asked for. */
const REFUNDS = '0c9a57d1-5b0e-5f0c-8f3e-7c1d2a4e9b60';

/**
 * Money that was taken is claimed by each order or invoice it is for, and pays it; what can't be claimed, because the
 * order was rejected, the invoice voided or paid otherwise meanwhile, is given back (architecture, Money).
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

/** What the money is not for any more can be paid anew. */
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
