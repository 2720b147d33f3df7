import type { Payment } from '@portal/contract';
import { CompanyName } from '../../records/links.tsx';
import { PaymentStatus } from '../../records/states.tsx';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CompanyFilter, ModeInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { paymentFields } from './fields.tsx';

const TABS = {
  label: 'Payments by status',
  source: 'status',
  tabs: [
    { label: 'All' },
    { label: 'Declined', value: 'declined' },
    { label: 'Failed', value: 'failed' },
    { label: 'Succeeded', value: 'succeeded' },
    { label: 'Refunded', value: 'refunded' },
    { label: 'Disputed', value: 'disputed' },
    { label: 'Failed refunds', filter: { refund_failed: true } },
    { label: 'Unallocated', filter: { unclaimed: true } },
  ],
} as const;

/** Every attempt to pay by card. */
export default function PaymentList() {
  return (
    <List
      resource="payments"
      title="Payments"
      lead="Every attempt to pay by card. Unallocated payments are refunded."
      sort={{ field: 'created_at', order: 'DESC' }}
      fields={paymentFields}
      tabs={TABS}
      filters={
        <>
          <SearchInput label="Search payments" placeholder="Company or provider ID" />
          <CompanyFilter />
          <ModeInput<'payments'> source="test_mode" />
        </>
      }
    >
      <DataTable<Payment>
        label="Payments"
        empty="No payments found"
        cardAside="amount"
        card={(payment) => (
          <>
            <div>
              <CompanyName id={payment.account_id} />
            </div>
            {payment.message !== null && <CardText>{payment.message}</CardText>}
            <PaymentStatus payment={payment} />
          </>
        )}
      />
    </List>
  );
}
