import { Box, Typography } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { InvoiceAmount } from '../../parts/invoice/InvoiceAmount.tsx';
import { dollarsText, NONE, showDate } from '../../shared/text.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, MonthFilter, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { InvoiceStatus, paidBy } from '../records/states.tsx';

/** The columns of the invoices list; the first opens the invoice. */
const invoiceColumns: readonly ColumnProps<Invoice>[] = [
  {
    source: 'invoice_number',
    label: 'Invoice #',
    unbroken: true,
    render: (invoice) => (
      <RecordLink resource="invoices" id={invoice.id}>
        {invoice.invoice_number}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (invoice) => <CompanyName id={invoice.account_id} /> },
  { source: 'status', label: 'Status', render: (invoice) => <InvoiceStatus invoice={invoice} /> },
  {
    source: 'total_amount',
    label: 'Amount',
    numeric: true,
    firstOrder: 'DESC',
    render: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  {
    source: 'invoice_date',
    label: 'Date',
    unbroken: true,
    firstOrder: 'DESC',
    render: (invoice) => showDate(invoice.invoice_date),
  },
  { source: 'due_date', label: 'Due Date', unbroken: true, render: (invoice) => showDate(invoice.due_date) },
  {
    source: 'payment_date',
    label: 'Paid on',
    unbroken: true,
    firstOrder: 'DESC',
    render: (invoice) => showDate(invoice.payment_date),
  },
  { source: 'payment_kind', label: 'Paid by', sortable: false, render: paidBy },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (invoice) => (invoice.refunded_amount === 0 ? NONE : dollarsText(invoice.refunded_amount)),
  },
  {
    source: 'credited_amount',
    label: 'Credited',
    numeric: true,
    sortable: false,
    render: (invoice) => (invoice.credited_amount === 0 ? NONE : dollarsText(invoice.credited_amount)),
  },
];

const invoicesHiddenByDefault = ['payment_kind', 'refunded_amount', 'credited_amount'];

const invoiceCsvColumns: readonly CsvColumn<Invoice>[] = [
  { label: 'Invoice #', value: (invoice) => invoice.invoice_number },
  { label: 'Company', value: (invoice) => invoice.company_name },
  { label: 'Month', value: (invoice) => invoice.period },
  { label: 'Date', value: (invoice) => invoice.invoice_date },
  { label: 'Due Date', value: (invoice) => invoice.due_date },
  { label: 'Status', value: (invoice) => (invoice.is_overdue ? 'overdue' : invoice.status) },
  { label: 'Amount', value: (invoice) => invoice.total_amount },
  { label: 'Paid so far', value: (invoice) => invoice.paid_amount },
  { label: 'Still open', value: (invoice) => invoice.open_amount },
  { label: 'Refunded', value: (invoice) => invoice.refunded_amount },
  { label: 'Credited', value: (invoice) => invoice.credited_amount },
  { label: 'Paid on', value: (invoice) => invoice.payment_date },
  { label: 'Paid by', value: (invoice) => (invoice.payment_kind === null ? '' : paidBy(invoice)) },
  { label: 'Demo', value: (invoice) => (invoice.is_demo ? 'Yes' : 'No') },
];

const FILE = 'invoices.csv';

/** All invoices of all companies; those that are overdue on a tab of their own. */
export default function InvoiceList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Invoices"
        lead="All issued invoices. Overdue means unpaid after the due date."
        sort={{ field: 'invoice_date', order: 'DESC' }}
        actions={
          <>
            <ColumnChooser columns={invoiceColumns} hiddenByDefault={invoicesHiddenByDefault} />
            <ExportCsv columns={invoiceCsvColumns} filename={FILE} />
          </>
        }
        tabs={
          <FilterTabs
            label="Invoices by status"
            field="status"
            tabs={[
              { label: 'All', value: undefined },
              { label: 'Open', value: 'pending' },
              { label: 'Overdue', filter: { is_overdue: true } },
              { label: 'Paid', value: 'paid' },
              { label: 'Canceled', value: 'canceled' },
            ]}
          />
        }
        search={
          <FilterBar>
            <SearchField label="Search invoices" hint="Invoice # or company" />
            <CompanyFilter />
            <MonthFilter field="period" label="Month" />
            <FilterChoice
              field="is_demo"
              label="Account"
              choices={[
                { label: 'Live', value: false },
                { label: 'Demo', value: true },
              ]}
            />
          </FilterBar>
        }
      >
        <RecordTable<Invoice>
          label="Invoices"
          columns={invoiceColumns}
          empty="No invoices found"
          hiddenByDefault={invoicesHiddenByDefault}
          bulkActions={<ExportSelected columns={invoiceCsvColumns} filename={FILE} />}
          card={(invoice) => <InvoiceCard invoice={invoice} />}
        />
      </AdminList>
    </>
  );
}

function InvoiceCard({ invoice }: { readonly invoice: Invoice }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="invoices" id={invoice.id}>
          {invoice.invoice_number}
        </RecordLink>
        <CardAmount>
          <InvoiceAmount invoice={invoice} />
        </CardAmount>
      </CardHead>
      <CompanyName id={invoice.account_id} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <InvoiceStatus invoice={invoice} />
        <Typography variant="body2" color="text.secondary">
          {showDate(invoice.invoice_date)}, due {showDate(invoice.due_date)}
        </Typography>
      </Box>
    </>
  );
}
