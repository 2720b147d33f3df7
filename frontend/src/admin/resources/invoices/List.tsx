import { Box, Button } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link } from 'react-router';
import { InvoiceAmount } from '../../../parts/invoice/InvoiceStatus.tsx';
import { showDate } from '../../../shared/text.ts';
import { Only } from '../../kit/access.ts';
import { CompanyName } from '../../records/links.tsx';
import { InvoiceStatus, paidBy } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText, type Fields, type SourceOf } from '../../ui/fields.tsx';
import { CompanyFilter, ModeInput, MonthInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { RecordPaymentButton } from './actions.tsx';

const TABS = {
  label: 'Invoices by status',
  source: 'status',
  tabs: {
    All: {},
    Open: 'pending',
    Overdue: { is_overdue: true },
    Paid: 'paid',
    'Written off': 'written_off',
    Canceled: 'canceled',
  },
} as const;

/** The invoices of all companies. */
export default function InvoiceList() {
  const basename = useBasename();
  return (
    <List
      resource="invoices"
      title="Invoices"
      lead="All issued invoices. Overdue means unpaid after the due date."
      sort={{ field: 'invoice_date', order: 'DESC' }}
      fields={invoiceFields}
      columns={invoiceColumns}
      tabs={TABS}
      actions={
        <Only may="money">
          <Button component={Link} to={`${basename}/record-checks`} size="small" variant="outlined">
            Record checks
          </Button>
        </Only>
      }
      filters={
        <>
          <SearchInput label="Search invoices" placeholder="Invoice # or company" />
          <CompanyFilter />
          <MonthInput<'invoices'> source="period" label="Month" />
          <ModeInput<'invoices'> source="is_demo" />
        </>
      }
    >
      <DataTable<Invoice>
        label="Invoices"
        empty="No invoices found"
        cardAside="total_amount"
        card={(invoice) => (
          <>
            <CompanyName id={invoice.account_id} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <InvoiceStatus invoice={invoice} />
              <CardText>
                {showDate(invoice.invoice_date)}, due {showDate(invoice.due_date)}
              </CardText>
            </Box>
          </>
        )}
        actions={(invoice, look) => <RecordPaymentButton invoice={invoice} {...look} />}
      />
    </List>
  );
}

const invoiceFields: Fields<Invoice> = {
  invoice_number: { label: 'Invoice #', unbroken: true },
  company_name: { label: 'Company', render: (invoice) => <CompanyName id={invoice.account_id} /> },
  period: { label: 'Month', table: false },
  invoice_date: { label: 'Date', type: 'day' },
  due_date: { label: 'Due Date', type: 'day', sortByOrder: 'ASC' },
  status: {
    label: 'Status',
    render: (invoice) => <InvoiceStatus invoice={invoice} />,
    csv: (invoice) => (invoice.is_overdue ? 'overdue' : invoice.status),
  },
  total_amount: {
    label: 'Amount',
    type: 'amount',
    total: 'below',
    render: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  paid_amount: { label: 'Paid so far', table: false, type: 'amount' },
  open_amount: { label: 'Still open', table: false, type: 'amount' },
  refunded_amount: { label: 'Refunded', table: 'hidden', type: 'rareAmount' },
  credited_amount: { label: 'Credited', table: 'hidden', type: 'rareAmount' },
  written_off_amount: { label: 'Written off', table: 'hidden', type: 'rareAmount' },
  payment_date: { label: 'Paid on', type: 'day' },
  payment_kind: {
    label: 'Paid by',
    table: 'hidden',
    render: paidBy,
    csv: (invoice) => (invoice.payment_kind === null ? '' : paidBy(invoice)),
  },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
};

const invoiceColumns: readonly SourceOf<Invoice>[] = [
  'invoice_number',
  'company_name',
  'status',
  'total_amount',
  'invoice_date',
  'due_date',
  'payment_date',
  'payment_kind',
  'refunded_amount',
  'credited_amount',
  'written_off_amount',
];
