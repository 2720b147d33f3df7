import Box from '@mui/material/Box';
import type { Invoice } from '@portal/contract';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/text.ts';
import { tableStyle } from '../../shared/ui/tableStyle.ts';
import { InvoiceAmount } from './InvoiceAmount.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  /** Before the number. */
  readonly before?: (invoice: Invoice) => ReactNode;
  readonly actions: (invoice: Invoice) => ReactNode;
}

/** Smaller, since seven columns share the page with the summary. */
const compact = {
  ...tableStyle,
  fontSize: '0.875rem',
  '& th, & td': { ...tableStyle['& th, & td'], px: 1 },
  '& tbody th': { fontWeight: 600, whiteSpace: 'nowrap' },
} as const;

/** Invoices as a table, for wide screens. */
export function InvoiceTable({ invoices, before, actions }: InvoiceTableProps) {
  return (
    <Box
      role="region"
      aria-label="Table of invoices"
      // focusable, for scrolling a wide table by keyboard
      tabIndex={0}
      sx={{ overflowX: 'auto' }}
    >
      <Box component="table" aria-label="Invoices" sx={compact}>
        <thead>
          <tr>
            {before && <td />}
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
              {before && <td>{before(invoice)}</td>}
              <th scope="row">{invoice.invoice_number}</th>
              <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                {dateText(invoice.invoice_date)}
              </Box>
              <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                {dateText(invoice.due_date)}
              </Box>
              <td className="figure">
                <InvoiceAmount invoice={invoice} />
              </td>
              <td>
                <InvoiceStatus invoice={invoice} />
              </td>
              <td>{actions(invoice)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
