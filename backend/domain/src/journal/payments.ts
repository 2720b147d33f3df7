import type { Claimant, PaymentEvent } from '../payment/events.ts';
import { centsOf } from '../payment/refunds.ts';
import { isSameClaimant, type StartedPayment } from '../payment/state.ts';
import type { Day } from '../values/days.ts';
import { type AccountInMode, entry, inMode, type JournalLine } from './lines.ts';

type Of<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { readonly type: Type }>['data'];

interface Posts<Type extends PaymentEvent['type']> {
  /** What the journal calls the entry. */
  readonly text: string;
  readonly day: (data: Of<Type>) => Day | null;
  /** Of orders and unclaimed money; an invoice's own event posts its share. */
  readonly of?: (data: Of<Type>) => Claimant | null;
  readonly lines: (data: Of<Type>, payment: StartedPayment) => readonly JournalLine[];
}

/** Posts nothing, and later entries depend on it. */
const KEPT = { text: '', day: () => null, lines: () => [] };
const undated = () => null;

const at = ({ livemode }: StartedPayment) => inMode(!livemode);

/** Where a share of the payment went: an invoice took its share out of the unallocated money by its own entry. */
const shareOf = (payment: StartedPayment, of: Claimant | null): AccountInMode =>
  at(payment)(of?.kind === 'order' ? 'revenue_orders' : 'unallocated_payments');

/** The entry of each event of a card payment; null where there is none and no later one depends on it. */
export const PAYMENT_ENTRIES: { readonly [Type in PaymentEvent['type']]: Posts<Type> | null } = {
  PaymentStarted: KEPT,
  PaymentIntentRecorded: null,
  PaymentDeclined: null,
  PaymentSucceeded: {
    text: 'Card payment',
    day: ({ paidOn }) => paidOn,
    lines: ({ amountCents }, payment) =>
      entry(at(payment)('card_clearing'), at(payment)('unallocated_payments'), amountCents),
  },
  PaymentFailed: null,
  PaymentClaimed: null,
  PaymentRefundRequested: null,
  PaymentRefunded: {
    text: 'Card refund',
    day: undated,
    of: ({ of }) => of,
    lines: ({ of, amountCents }, payment) =>
      entry(shareOf(payment, of), at(payment)('card_clearing'), amountCents),
  },
  PaymentRefundFailed: {
    text: 'Card refund returned',
    day: undated,
    of: ({ of }) => of,
    lines: ({ refundId, of, amountCents }, payment) =>
      payment.refunds.some((refund) => refund.refundId === refundId && refund.status === 'refunded')
        ? entry(at(payment)('card_clearing'), shareOf(payment, of), amountCents)
        : [],
  },
  PaymentRefundMoved: KEPT,
  PaymentDisputed: KEPT,
  PaymentDisputeClosed: {
    text: 'Chargeback',
    day: ({ closedOn }) => closedOn,
    of: ({ taken }) => taken.find(({ of }) => of?.kind === 'order')?.of ?? null,
    lines: ({ disputeId, taken }, payment) => {
      const before = payment.disputes.find((one) => one.disputeId === disputeId)?.taken ?? [];
      const parts = [...taken, ...before].map(({ of }) => of).filter((of) => of?.kind !== 'invoice');
      const distinct = parts.filter(
        (of, index) => parts.findIndex((one) => isSameClaimant(one, of)) === index,
      );
      return distinct.flatMap((of) => {
        const takenOf = (some: typeof taken) => centsOf(some.filter((part) => isSameClaimant(part.of, of)));
        return entry(
          shareOf(payment, of),
          at(payment)('disputed_payments'),
          takenOf(taken) - takenOf(before),
        );
      });
    },
  },
  PaymentDisputeFundsMoved: {
    text: 'Chargeback at the card provider',
    day: undated,
    lines: ({ amountCents, feeCents }, payment) => [
      ...entry(at(payment)('card_clearing'), at(payment)('disputed_payments'), amountCents),
      ...entry(at(payment)('provider_fees'), at(payment)('card_clearing'), feeCents),
    ],
  },
};
