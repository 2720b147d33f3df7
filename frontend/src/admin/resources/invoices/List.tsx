import { Box } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { showDate } from '../../../shared/text.ts';
import CompanyFilter from '../../records/companyChoice.tsx';
import { CompanyName } from '../../records/links.tsx';
import { InvoiceStatus } from '../../records/states.tsx';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ModeInput, MonthInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { invoiceColumns, invoiceFields } from './fields.tsx';
import { RecordPaymentButton } from './RecordPaymentButton.tsx';

const TABS = {
  label: 'Invoices by status',
  source: 'status',
  tabs: [
    { label: 'All' },
    { label: 'Open', value: 'pending' },
    { label: 'Overdue', filter: { is_overdue: true } },
    { label: 'Paid', value: 'paid' },
    { label: 'Canceled', value: 'canceled' },
  ],
};

/** The invoices of all companies. */
export default function InvoiceList() {
  return (
    <List<Invoice>
      title="Invoices"
      lead="All issued invoices. Overdue means unpaid after the due date."
      sort={{ field: 'invoice_date', order: 'DESC' }}
      fields={invoiceFields}
      columns={invoiceColumns}
      tabs={TABS}
      filters={
        <>
          <SearchInput source="q" label="Search invoices" placeholder="Invoice # or company" />
          <CompanyFilter />
          <MonthInput source="period" label="Month" />
          <ModeInput source="is_demo" />
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
