import { Typography } from '@mui/material';
import type { Payment } from '@portal/contract';
import { showDollars, showMoment } from '../format.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';
import { paymentColumns, paymentCsvColumns, paymentsHiddenByDefault } from './columns.tsx';

const FILE = 'payments.csv';

/** Every attempt to pay, with what went wrong. */
export default function PaymentList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Payments"
        lead="Every attempt to pay by card. Unallocated payments are refunded."
        sort={{ field: 'created_at', order: 'DESC' }}
        actions={
          <>
            <ColumnChooser columns={paymentColumns} hiddenByDefault={paymentsHiddenByDefault} />
            <ExportCsv columns={paymentCsvColumns} filename={FILE} />
          </>
        }
        tabs={
          <FilterTabs
            label="Payments by status"
            field="status"
            tabs={[
              { label: 'All', value: undefined },
              { label: 'Declined', value: 'declined' },
              { label: 'Failed', value: 'failed' },
              { label: 'Succeeded', value: 'succeeded' },
              { label: 'Refunded', value: 'refunded' },
              { label: 'Disputed', value: 'disputed' },
              { label: 'Unclaimed', filter: { unclaimed: true } },
            ]}
          />
        }
        search={
          <FilterBar>
            <SearchField label="Search payments" hint="Company or provider id" />
            <CompanyFilter />
            <FilterChoice
              field="test_mode"
              label="Money"
              choices={[
                { label: 'Real', value: false },
                { label: 'Test mode', value: true },
              ]}
            />
          </FilterBar>
        }
      >
        <RecordTable<Payment>
          label="Payments"
          columns={paymentColumns}
          empty="No payments found"
          hiddenByDefault={paymentsHiddenByDefault}
          bulkActions={<ExportSelected columns={paymentCsvColumns} filename={FILE} />}
          card={(payment) => <PaymentCard payment={payment} />}
        />
      </AdminList>
    </>
  );
}

function PaymentCard({ payment }: { readonly payment: Payment }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="payments" id={payment.id}>
          {showMoment(payment.created_at)}
        </RecordLink>
        <CardAmount>{showDollars(payment.amount)}</CardAmount>
      </CardHead>
      <CompanyName id={payment.account_id} />
      {payment.message !== null && (
        <Typography variant="body2" color="text.secondary">
          {payment.message}
        </Typography>
      )}
      <PaymentStatus payment={payment} />
    </>
  );
}
