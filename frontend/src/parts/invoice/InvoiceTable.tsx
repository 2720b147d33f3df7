import { Box, Typography } from '@mui/material';
import type { Invoice } from '@portal/contract';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { InvoiceAmount, InvoiceStatus } from './InvoiceStatus.tsx';

/** Tables of the billing pages. Cells of class `figure` are aligned right. */
export const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9375rem',
  '& th, & td': { px: { xs: 1.25, sm: 2 }, py: 1.25, textAlign: 'left', verticalAlign: 'middle' },
  // the first cell of a row, th or td
  '& tr > :not(* + *)': { pl: { xs: 2, sm: 3 } },
  '& thead th:last-of-type, & td:last-of-type': { pr: { xs: 2, sm: 3 } },
  '& thead th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600, whiteSpace: 'nowrap' },
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 650 },
  '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
} as const;

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

interface InvoiceCardsProps extends InvoiceTableProps {
  readonly label: string;
}

/** Invoices as cards, for narrow screens. */
export function InvoiceCards({ label, invoices, before, actions }: InvoiceCardsProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {invoices.map((invoice) => (
        <Box
          component="li"
          key={invoice.id}
          sx={{
            display: 'grid',
            gap: 1.25,
            px: { xs: 2, sm: 3 },
            py: 2,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            {before?.(invoice)}
            <Typography variant="h3" component="h3" sx={{ mr: 'auto' }}>
              {invoice.invoice_number}
            </Typography>
            <Typography component="div" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
              <InvoiceAmount invoice={invoice} />
            </Typography>
          </Box>
          <Muted>
            {dateText(invoice.invoice_date)}, due {dateText(invoice.due_date)}
          </Muted>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <InvoiceStatus invoice={invoice} />
            <Box sx={{ ml: 'auto' }}>{actions(invoice)}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
