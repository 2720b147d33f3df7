import { Box } from '@mui/material';
import type { Payment } from '@portal/contract';
import { CompanyName } from '../companies/CompanyName.tsx';
import { NONE, showDollars, showMoment } from '../format.ts';
import { Facts } from '../show/Facts.tsx';
import { PageTabs } from '../show/PageTabs.tsx';
import { RecordPage } from '../show/RecordPage.tsx';
import { TimelineTab } from '../show/TimelineTab.tsx';
import { VerbButton } from '../verbs/VerbButton.tsx';
import { PaidFor } from './PaidFor.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
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
