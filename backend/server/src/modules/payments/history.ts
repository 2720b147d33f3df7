import { cardText } from '@portal/contract';
import { type PaymentEvent, paymentStream } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { because, type Describe, plainWords, said } from '../../platform/history/describe.ts';
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

const describePayment: Describe = (event) => {
  switch (event.type) {
    case 'PaymentStarted':
      return said(`Payment of ${formatDollars(event.data.amountCents)} started${mode(event.data.livemode)}`);
    case 'PaymentIntentRecorded':
      return said(`The provider knows it as ${event.data.intentId}`);
    case 'PaymentDeclined':
      return said(`Card declined: ${event.data.message}`);
    case 'PaymentSucceeded': {
      const { amountCents, card } = event.data;
      const by = card === null ? '' : ` by ${cardText(card)}`;
      return said(`${formatDollars(amountCents)} paid${by}`);
    }
    case 'PaymentFailed':
      return said(`Payment failed: ${event.data.message}`);
    case 'PaymentClaimed': {
      const { amountCents, claimant } = event.data;
      const what = claimant.kind === 'order' ? 'an order' : 'an invoice';
      return { ...said(`${formatDollars(amountCents)} allocated to ${what}`), about: claimant };
    }
    case 'PaymentRefundRequested':
      return said(
        `Refund of ${formatDollars(event.data.amountCents)} requested${because(event.data.reason)}`,
      );
    case 'PaymentRefunded':
      return said(`${formatDollars(event.data.amountCents)} refunded`);
    case 'PaymentRefundFailed':
      return said(`Refund failed: ${event.data.message}`);
    case 'PaymentRefundMoved': {
      const { amountCents, fromInvoiceNumber, toInvoiceNumber } = event.data;
      return said(
        `${formatDollars(amountCents)} of a refund moved from ${fromInvoiceNumber} to ${toInvoiceNumber}`,
      );
    }
    case 'PaymentDisputed':
      return said(
        `${event.data.inquiry ? 'Inquiry of' : 'Disputed at'} the bank: ${formatDollars(event.data.amountCents)}${because(event.data.reason)}`,
      );
    case 'PaymentDisputeClosed':
      return said(disputeEnd(event.data));
    case 'PaymentDisputeFundsMoved': {
      const { amountCents, feeCents } = event.data;
      const [verb, fee] = [amountCents < 0 ? 'withdrew' : 'returned', formatDollars(Math.abs(feeCents))];
      const withFee =
        feeCents === 0 ? '' : feeCents > 0 ? ` and charged a fee of ${fee}` : ` and its fee of ${fee}`;
      return said(`The provider ${verb} ${formatDollars(Math.abs(amountCents))} for the dispute${withFee}`);
    }
    default:
      return plainWords(event.type);
  }
};

export const paymentRecord: RecordKind = {
  streamOf: paymentStream,
  describe: () => describePayment,
  name: 'Payment',
};
