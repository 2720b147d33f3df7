import { cardText, type Payment } from '@portal/contract';
import { dollarsText, NONE } from '../../../shared/text.ts';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { Timeline } from '../../kit/History.tsx';
import { someFact } from '../../records/links.tsx';
import { DISPUTE_LOOK, PaymentStatus } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { paymentFields } from './fields.tsx';
import { AmountList, AmountRow, endPayment, Refunds } from './Refunds.tsx';

/** A payment with its refunds. */
export default function PaymentShow() {
  return (
    <Show<Payment>
      noun="payment"
      title={(payment) => `Payment of ${dollarsText(payment.amount)}`}
      lead={(payment) => <PaymentStatus payment={payment} />}
      actions={(payment) => <ActionButton action={endPayment} record={payment} variant="outlined" />}
    >
      {(payment) => (
        <TabbedShowLayout label="Parts of this payment">
          <Tab label="Payment" path="details">
            <SimpleShowLayout facts={factsOfPayment(payment)}>
              <Refunds payment={payment} />
              <Disputes payment={payment} />
            </SimpleShowLayout>
          </Tab>
          <Tab label="History" path="history">
            <Timeline kind="payment" id={payment.id} />
          </Tab>
        </TabbedShowLayout>
      )}
    </Show>
  );
}

function factsOfPayment(payment: Payment) {
  const { card, dispute_fee_amount: fee } = payment;
  return [
    ...factsOf(paymentFields, payment, [
      'company_name',
      'order_id',
      'created_at',
      'amount',
      'refunded_amount',
    ]),
    ...someFact('Dispute fee', fee !== 0 && dollarsText(fee)),
    ...factsOf(paymentFields, payment, ['unclaimed_amount']),
    { label: 'Card', value: card === null ? NONE : cardText(card) },
    ...factsOf(paymentFields, payment, ['message', 'intent_id']),
  ];
}

/** Disputes and inquiries of the cardholder's bank, which are answered at the card provider. */
function Disputes({ payment }: { readonly payment: Payment }) {
  if (payment.disputes.length === 0) return null;
  return (
    <AmountList title="Disputes at the bank">
      {payment.disputes.map(({ id, amount, reason, status }) => (
        <AmountRow key={id} amount={amount} look={DISPUTE_LOOK[status]}>
          <Muted>{[reason?.replaceAll('_', ' '), id].filter(Boolean).join(' · ')}</Muted>
        </AmountRow>
      ))}
    </AmountList>
  );
}
