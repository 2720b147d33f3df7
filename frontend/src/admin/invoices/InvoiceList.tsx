import { Box, Typography } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { InvoiceAmount } from '../../dealer/invoicing/InvoiceAmount.tsx';
import { showDate } from '../format.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, MonthFilter, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { InvoiceStatus } from '../records/states.tsx';
import { invoiceColumns, invoiceCsvColumns, invoicesHiddenByDefault } from './columns.tsx';

const FILE = 'invoices.csv';

/** All invoices of all companies; those that are overdue on a tab of their own. */
export default function InvoiceList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Invoices"
        lead="Every invoice that was issued. Overdue ones have passed their due date unpaid."
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
