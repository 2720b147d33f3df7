import type { Payment } from '@portal/contract';
import { CompanyName } from '../../records/links.tsx';
import { PaymentStatus } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { CompanyFilter, ModeInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { paymentFields } from './fields.tsx';

const TABS = {
  label: 'Payments by status',
  source: 'status',
  tabs: {
    All: {},
    Declined: 'declined',
    Failed: 'failed',
    Succeeded: 'succeeded',
    Refunded: 'refunded',
    Disputed: 'disputed',
    'Failed refunds': { refund_failed: true },
    Unallocated: { unclaimed: true },
  },
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
