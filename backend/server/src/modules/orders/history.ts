import { orderStream, paymentStream } from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import { because, type Describe, plainWords, said } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const mode = (livemode: boolean) => (livemode ? '' : ' in test mode');

const describeOrder: Describe = (event) => {
  switch (event.type) {
    case 'OrderPlaced': {
      const { entries, totalCents } = event.data;
      const names = entries.map(({ name }) => name);
      const what = names.length > 3 ? `${names.length} sites` : names.join(', ');
      return said(`Order placed for ${what}: ${formatDollars(totalCents)}`);
    }
    case 'OrderPaymentStarted':
      return said(`Payment started, attempt ${event.data.attempt}`);
    case 'OrderPaymentEnded':
      return said(`Payment failed: ${event.data.message}`);
    case 'OrderPaid': {
      const { amountCents, paidOn, livemode } = event.data;
      return said(`Paid on ${formatDay(paidOn)}${mode(livemode)}: ${formatDollars(amountCents)}`);
    }
    case 'OrderItemFulfilled':
      return said('Site or migration created from the order');
    case 'OrderRejected': {
      const { refundCents, reason } = event.data;
      const back = refundCents === 0 ? '' : `, ${formatDollars(refundCents)} to be refunded`;
      return said(`Rejected${back}${because(reason)}`);
    }
    default:
      return plainWords(event.type);
  }
};

export const orderRecord: RecordKind = {
  streamOf: orderStream,
  describe: () => describeOrder,
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
