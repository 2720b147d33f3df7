import { Box } from '@mui/material';
import { csvAmount, type Invoice } from '@portal/contract';
import { InvoiceAmount } from '../../../parts/invoice/InvoiceAmount.tsx';
import { modeText, showDate } from '../../../shared/text.ts';
import { AdminList } from '../../kit/AdminList.tsx';
import { dateColumn, rareAmountColumn } from '../../kit/columns.ts';
import type { CsvColumn } from '../../kit/ExportCsv.tsx';
import { FilterChoice, MonthFilter } from '../../kit/filters.tsx';
import { CardActions, CardAmount, CardText, type ColumnProps } from '../../kit/RecordTable.tsx';
import CompanyFilter from '../../records/companyChoice.tsx';
import { InvoicingSections } from '../../records/InvoicingSections.tsx';
import { CompanyName } from '../../records/links.tsx';
import { InvoiceStatus, paidBy } from '../../records/states.tsx';
import { RecordPaymentButton } from './RecordPaymentButton.tsx';

const invoiceColumns: readonly ColumnProps<Invoice>[] = [
  { source: 'invoice_number', label: 'Invoice #', unbroken: true },
  { source: 'company_name', label: 'Company', render: (invoice) => <CompanyName id={invoice.account_id} /> },
  { source: 'status', label: 'Status', render: (invoice) => <InvoiceStatus invoice={invoice} /> },
  {
    source: 'total_amount',
    label: 'Amount',
    numeric: true,
    firstOrder: 'DESC',
    render: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  dateColumn('invoice_date', 'Date'),
  { source: 'due_date', label: 'Due Date', unbroken: true, render: (invoice) => showDate(invoice.due_date) },
  dateColumn('payment_date', 'Paid on'),
  { source: 'payment_kind', label: 'Paid by', sortable: false, render: paidBy },
  rareAmountColumn('refunded_amount', 'Refunded'),
  rareAmountColumn('credited_amount', 'Credited'),
];

const csvColumns: readonly CsvColumn<Invoice>[] = [
  { label: 'Invoice #', value: (invoice) => invoice.invoice_number },
  { label: 'Company', value: (invoice) => invoice.company_name },
  { label: 'Month', value: (invoice) => invoice.period },
  { label: 'Date', value: (invoice) => invoice.invoice_date },
  { label: 'Due Date', value: (invoice) => invoice.due_date },
  { label: 'Status', value: (invoice) => (invoice.is_overdue ? 'overdue' : invoice.status) },
  { label: 'Amount', value: (invoice) => csvAmount(invoice.total_amount) },
  { label: 'Paid so far', value: (invoice) => csvAmount(invoice.paid_amount) },
  { label: 'Still open', value: (invoice) => csvAmount(invoice.open_amount) },
  { label: 'Refunded', value: (invoice) => csvAmount(invoice.refunded_amount) },
  { label: 'Credited', value: (invoice) => csvAmount(invoice.credited_amount) },
  { label: 'Paid on', value: (invoice) => invoice.payment_date },
  { label: 'Paid by', value: (invoice) => (invoice.payment_kind === null ? '' : paidBy(invoice)) },
  { label: 'Mode', value: (invoice) => modeText(invoice.is_demo) },
];

/** The invoices of all companies. */
export default function InvoiceList() {
  return (
    <>
      <InvoicingSections />
      <AdminList<Invoice>
        title="Invoices"
        lead="All issued invoices. Overdue means unpaid after the due date."
        sort={{ field: 'invoice_date', order: 'DESC' }}
        columns={invoiceColumns}
        hiddenByDefault={['payment_kind', 'refunded_amount', 'credited_amount']}
        csvColumns={csvColumns}
        file="invoices"
        tabs={{
          label: 'Invoices by status',
          field: 'status',
          tabs: [
            { label: 'All' },
            { label: 'Open', value: 'pending' },
            { label: 'Overdue', filter: { is_overdue: true } },
            { label: 'Paid', value: 'paid' },
            { label: 'Canceled', value: 'canceled' },
          ],
        }}
        search={{ label: 'Search invoices', hint: 'Invoice # or company' }}
        filters={
          <>
            <CompanyFilter />
            <MonthFilter field="period" label="Month" />
            <FilterChoice
              field="is_demo"
              label="Mode"
              choices={[
                { label: 'Live', value: false },
                { label: 'Demo', value: true },
              ]}
            />
          </>
        }
        label="Invoices"
        empty="No invoices found"
        cardAside={(invoice) => (
          <CardAmount>
            <InvoiceAmount invoice={invoice} />
          </CardAmount>
        )}
        card={(invoice) => (
          <>
            <CompanyName id={invoice.account_id} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <InvoiceStatus invoice={invoice} />
              <CardText>
                {showDate(invoice.invoice_date)}, due {showDate(invoice.due_date)}
              </CardText>
            </Box>
            <CardActions>
              <RecordPaymentButton invoice={invoice} variant="outlined" />
            </CardActions>
          </>
        )}
        actions={(invoice) => <RecordPaymentButton invoice={invoice} />}
      />
    </>
  );
}
