import { isErased } from '@portal/domain';
import { formatDay, formatDollars } from '@portal/domain/values';
import { type Describe, plainWords, said } from '../../platform/history/describe.ts';

const because = (reason: string | null) => (reason === null ? '' : `: ${reason}`);
const mode = (livemode: boolean) => (livemode ? '' : ' in test mode');

/** Describes the events of an order's, a payment's or a migration's stream, in their order. */
export function describeMoney(): Describe {
  return (event) => {
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
        return said(`Payment ended without money: ${event.data.message}`);
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
      case 'PaymentStarted':
        return said(
          `Payment of ${formatDollars(event.data.amountCents)} started${mode(event.data.livemode)}`,
        );
      case 'PaymentIntentRecorded':
        return said(`The provider knows it as ${event.data.intentId}`);
      case 'PaymentDeclined':
        return said(`Card declined: ${event.data.message}`);
      case 'PaymentSucceeded': {
        const { amountCents, card } = event.data;
        const by = card === null ? '' : ` by ${card.brand} ending in ${card.last4}`;
        return said(`${formatDollars(amountCents)} paid${by}`);
      }
      case 'PaymentFailed':
        return said(`Payment failed: ${event.data.message}`);
      case 'PaymentClaimed':
        return said(
          `${formatDollars(event.data.amountCents)} claimed by ${event.data.claimant.kind} ${event.data.claimant.id}`,
        );
      case 'PaymentRefundRequested':
        return said(
          `Refund of ${formatDollars(event.data.amountCents)} asked for${because(event.data.reason)}`,
        );
      case 'PaymentRefunded':
        return said(`${formatDollars(event.data.amountCents)} refunded`);
      case 'PaymentRefundFailed':
        return said(`Refund failed: ${event.data.message}`);
      case 'PaymentDisputed':
        return said(
          `Disputed at the bank: ${formatDollars(event.data.amountCents)}${because(event.data.reason)}`,
        );
      case 'MigrationRequested': {
        const { siteName, readers } = event.data;
        const name = isErased(siteName) ? 'erased' : siteName;
        return said(`Migration of ${name} requested with ${readers} reader${readers === 1 ? '' : 's'}`);
      }
      case 'MigrationApproved':
        return said('Approved and converted to a site');
      case 'MigrationDeleted':
        return said(`Deleted${because(event.data.reason)}`);
      default:
        return plainWords(event.type);
    }
  };
}
