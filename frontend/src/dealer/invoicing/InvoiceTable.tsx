import Box from '@mui/material/Box';
import type { Invoice } from '@portal/contract';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import { tableStyle } from '../../shared/ui/tableStyle.ts';
import { InvoiceActions } from './InvoiceActions.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import type { Selection } from './useSelection.ts';

export interface InvoiceRowsProps {
  readonly invoices: readonly Invoice[];
  readonly selection: Selection;
}

/** Chooses an invoice to be paid with others; nothing where it can't be paid. */
export function SelectInvoice({
  invoice,
  selection,
}: {
  readonly invoice: Invoice;
  readonly selection: Selection;
}) {
  if (!invoice.can_pay) return null;
  return (
    <CheckBox
      type="checkbox"
      aria-label={`Select ${invoice.invoice_number}`}
      checked={selection.has(invoice.id)}
      onChange={() => selection.toggle(invoice.id)}
      sx={{ display: 'block' }}
    />
  );
}

/** Seven columns beside the summary. */
const compact = {
  ...tableStyle,
  fontSize: '0.875rem',
  '& th, & td': { ...tableStyle['& th, & td'], px: 1 },
  '& tbody th': { fontWeight: 600, whiteSpace: 'nowrap' },
} as const;

/** Invoices as a table, for screens with room for its columns. */
export function InvoiceTable({ invoices, selection }: InvoiceRowsProps) {
  return (
    <Box
      role="region"
      aria-label="Table of invoices"
      // focusable, so that a table wider than the screen scrolls by keyboard
      tabIndex={0}
      sx={{ overflowX: 'auto' }}
    >
      <Box component="table" sx={compact}>
        <thead>
          <tr>
            <td />
            <th scope="col">Invoice #</th>
            <th scope="col">Date</th>
            <th scope="col">Due Date</th>
            <th scope="col" className="figure">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                <SelectInvoice invoice={invoice} selection={selection} />
              </td>
              <th scope="row">{invoice.invoice_number}</th>
              <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                {dateText(invoice.invoice_date)}
              </Box>
              <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                {dateText(invoice.due_date)}
              </Box>
              <td className="figure">{dollarsText(invoice.total_amount)}</td>
              <td>
                <InvoiceStatus invoice={invoice} />
              </td>
              <td>
                <InvoiceActions invoice={invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
