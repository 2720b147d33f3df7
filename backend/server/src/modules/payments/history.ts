import { cardText } from '@portal/contract';
import { type PaymentEvent, paymentStream } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { because, describeByTexts, type EventTexts, said } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const mode = (livemode: boolean) => (livemode ? '' : ' in test mode');

type DisputeClosed = Extract<PaymentEvent, { type: 'PaymentDisputeClosed' }>['data'];

function disputeEnd({ outcome, amountCents, returnedCents = 0 }: DisputeClosed): string {
  if (returnedCents > 0) {
    const back = `the bank gave ${formatDollars(returnedCents)} back`;
    return outcome === 'won' ? `Dispute won after all: ${back}` : `Dispute lost, but ${back}`;
  }
  switch (outcome) {
    case 'won':
      return `Dispute won: the payment of ${formatDollars(amountCents)} stays`;
    case 'lost':
      return `Dispute lost: the bank took ${formatDollars(amountCents)} back`;
    case 'inquiry_closed':
      return 'Inquiry of the bank closed';
  }
}

const TEXTS: EventTexts<PaymentEvent> = {
  PaymentStarted: ({ amountCents, livemode }) =>
    `Payment of ${formatDollars(amountCents)} started${mode(livemode)}`,
  PaymentIntentRecorded: ({ intentId }) => `The provider knows it as ${intentId}`,
  PaymentDeclined: ({ message }) => `Card declined: ${message}`,
  PaymentSucceeded: ({ amountCents, card }) =>
    `${formatDollars(amountCents)} paid${card === null ? '' : ` by ${cardText(card)}`}`,
  PaymentFailed: ({ message }) => `Payment failed: ${message}`,
  PaymentClaimed: ({ amountCents, claimant }) => {
    const what = claimant.kind === 'order' ? 'an order' : 'an invoice';
    return { ...said(`${formatDollars(amountCents)} allocated to ${what}`), about: claimant };
  },
  PaymentRefundRequested: ({ amountCents, reason }) =>
    `Refund of ${formatDollars(amountCents)} requested${because(reason)}`,
  PaymentRefunded: ({ amountCents }) => `${formatDollars(amountCents)} refunded`,
  PaymentRefundFailed: ({ message }) => `Refund failed: ${message}`,
  PaymentRefundMoved: ({ amountCents, fromInvoiceNumber, toInvoiceNumber }) =>
    `${formatDollars(amountCents)} of a refund moved from ${fromInvoiceNumber} to ${toInvoiceNumber}`,
  PaymentDisputed: ({ inquiry, amountCents, reason }) =>
    `${inquiry ? 'Inquiry of' : 'Disputed at'} the bank: ${formatDollars(amountCents)}${because(reason)}`,
  PaymentDisputeClosed: disputeEnd,
  PaymentDisputeFundsMoved: ({ amountCents, feeCents }) => {
    const [verb, fee] = [amountCents < 0 ? 'withdrew' : 'returned', formatDollars(Math.abs(feeCents))];
    const withFee =
      feeCents === 0 ? '' : feeCents > 0 ? ` and charged a fee of ${fee}` : ` and its fee of ${fee}`;
    return `The provider ${verb} ${formatDollars(Math.abs(amountCents))} for the dispute${withFee}`;
  },
};

export const paymentRecord: RecordKind = {
  streamOf: paymentStream,
  describe: describeByTexts(TEXTS),
  name: 'Payment',
};
