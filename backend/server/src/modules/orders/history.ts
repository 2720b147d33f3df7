import { type OrderEvent, orderStream, paymentStream } from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import { because, describeByTexts, type EventTexts } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const mode = (livemode: boolean) => (livemode ? '' : ' in test mode');

const TEXTS: EventTexts<OrderEvent> = {
  OrderPlaced: ({ entries, totalCents }) => {
    const names = entries.map(({ name }) => name);
    const what = names.length > 3 ? `${names.length} sites` : names.join(', ');
    return `Order placed for ${what}: ${formatDollars(totalCents)}`;
  },
  OrderPaymentStarted: ({ attempt }) => `Payment started, attempt ${attempt}`,
  OrderPaymentEnded: ({ message }) => `Payment failed: ${message}`,
  OrderPaid: ({ amountCents, paidOn, livemode }) =>
    `Paid on ${formatDay(paidOn)}${mode(livemode)}: ${formatDollars(amountCents)}`,
  OrderItemFulfilled: 'Site or migration created from the order',
  OrderRejected: ({ refundCents, reason }) => {
    const back = refundCents === 0 ? '' : `, ${formatDollars(refundCents)} to be refunded`;
    return `Rejected${back}${because(reason)}`;
  },
};

export const orderRecord: RecordKind = {
  streamOf: orderStream,
  describe: describeByTexts(TEXTS),
  name: 'Order',
  alsoIn: {
    streams: (events) =>
      events.flatMap((event) => (event.type === 'OrderPaid' ? [paymentStream(event.data.paymentId)] : [])),
    types: [
      'PaymentRefundRequested',
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentDisputed',
      'PaymentDisputeClosed',
      'PaymentDisputeFundsMoved',
    ],
  },
};
