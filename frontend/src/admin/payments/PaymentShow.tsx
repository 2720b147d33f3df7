import { Box } from '@mui/material';
import type { Payment } from '@portal/contract';
import { NONE, showDollars, showMoment } from '../format.ts';
import { VerbButton } from '../kit/ActionButton.tsx';
import { Facts } from '../kit/Facts.tsx';
import { TimelineTab } from '../kit/History.tsx';
import { PageTabs, RecordPage } from '../kit/RecordPage.tsx';
import { CompanyName } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';
import { PaidFor } from './PaidFor.tsx';
import { Refunds } from './Refunds.tsx';
import { endPayment } from './verbs.ts';

/** One attempt to pay: whose, for what, and what the provider said. */
export default function PaymentShow() {
  return (
    <RecordPage<Payment>
      listLabel="Payments"
      missing="Payment not found"
      title={(payment) => `Payment of ${showDollars(payment.amount)}`}
      lead={(payment) => <PaymentStatus payment={payment} />}
      actions={(payment) => <VerbButton verb={endPayment} record={payment} variant="outlined" />}
    >
      {(payment) => (
        <PageTabs
          label="Parts of this payment"
          tabs={[
            {
              key: 'details',
              label: 'Payment',
              content: (
                <Box sx={{ p: 3 }}>
                  <Facts facts={factsOf(payment)} />
                  <Refunds payment={payment} />
                </Box>
              ),
            },
            { key: 'history', label: 'History', content: <TimelineTab kind="payment" id={payment.id} /> },
          ]}
        />
      )}
    </RecordPage>
  );
}

function factsOf(payment: Payment) {
  const { card, unclaimed_amount: unclaimed, refunded_amount: refunded } = payment;
  return [
    { label: 'Company', value: <CompanyName id={payment.account_id} /> },
    { label: 'For', value: <PaidFor payment={payment} /> },
    { label: 'When', value: showMoment(payment.created_at) },
    { label: 'Amount', value: showDollars(payment.amount) },
    { label: 'Refunded', value: refunded === 0 ? NONE : showDollars(refunded) },
    { label: 'Unclaimed', value: unclaimed === 0 ? NONE : showDollars(unclaimed) },
    { label: 'Card', value: card === null ? NONE : `${card.brand} ending in ${card.last4}` },
    { label: 'Message', value: payment.message },
    { label: 'Provider id', value: payment.intent_id },
  ];
}
