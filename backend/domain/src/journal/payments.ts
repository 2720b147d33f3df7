import type { Claimant, PaymentEvent } from '../payment/events.ts';
import { centsOf } from '../payment/refunds.ts';
import { type Claim, isSameClaimant, type PaymentState, type StartedPayment } from '../payment/state.ts';
import type { Day } from '../values/days.ts';
import { shareOfCents, sumCents } from '../values/money.ts';
import { type AccountInMode, entry, inMode, type JournalLine } from './lines.ts';

type Of<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { readonly type: Type }>['data'];

interface Posts<Type extends PaymentEvent['type']> {
  /** What the journal calls the entry. */
  readonly text: string;
  readonly day: (data: Of<Type>) => Day | null;
  /** Of orders and unclaimed money; an invoice's own event posts its share. */
  readonly of?: (data: Of<Type>, payment: StartedPayment) => Claimant | null;
  readonly lines: (data: Of<Type>, payment: StartedPayment) => readonly JournalLine[];
}

/** Posts nothing, and later entries depend on it. */
const KEPT = { text: '', day: () => null, lines: () => [] };
const undated = () => null;

const at = ({ livemode }: StartedPayment) => inMode(!livemode);

/** Where a share of the payment went: an invoice took its share out of the unallocated money by its own entry. */
const shareOf = (payment: StartedPayment, of: Claimant | null): AccountInMode =>
  at(payment)(of?.kind === 'order' ? 'revenue_orders' : 'unallocated_payments');

const takenBefore = ({ disputes }: StartedPayment, disputeId: string) =>
  disputes.find((one) => one.disputeId === disputeId)?.taken ?? [];

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
  PaymentClaimed: KEPT,
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
    // a dispute that is won after all has taken nothing, and gives back to the order
    of: ({ disputeId, taken }, payment) =>
      [...taken, ...takenBefore(payment, disputeId)].find(({ of }) => of?.kind === 'order')?.of ?? null,
    lines: ({ disputeId, taken }, payment) => {
      const before = takenBefore(payment, disputeId);
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

/**
 * Sales tax of an order that refunds and lost disputes of its payment gave back: the tax's share of what they gave back in
 * all, so that giving back everything gives back exactly all of it (rule B38).
 */
function taxBackCents(payment: StartedPayment, { claimant, amountCents, taxCents = 0 }: Claim): number {
  if (claimant.kind !== 'order' || taxCents === 0) return 0;
  const ofClaim = (parts: readonly { readonly of: Claimant | null; readonly amountCents: number }[]) =>
    centsOf(parts.filter(({ of }) => isSameClaimant(of, claimant)));
  const back =
    ofClaim(payment.refunds.filter(({ status }) => status === 'refunded')) +
    ofClaim(payment.disputes.flatMap(({ taken }) => taken));
  return shareOfCents(taxCents, Math.max(0, Math.min(back, amountCents)), amountCents);
}

/** What an event changes of the sales tax of the orders that the payment paid. */
export function taxBackOfOrders(before: PaymentState, after: PaymentState): readonly JournalLine[] {
  if (before.status === 'none' || after.status === 'none') return [];
  const sumIn = (payment: StartedPayment) =>
    sumCents(payment.claims.map((claim) => taxBackCents(payment, claim)));
  return entry(at(after)('sales_tax_payable'), at(after)('revenue_orders'), sumIn(after) - sumIn(before));
}
