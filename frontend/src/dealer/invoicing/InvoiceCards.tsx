import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { InvoiceActions } from './InvoiceActions.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import { type InvoiceRowsProps, SelectInvoice } from './InvoiceTable.tsx';

/** Invoices below each other, for a phone, where the table would scroll sideways. */
export function InvoiceCards({ invoices, selection }: InvoiceRowsProps) {
  return (
    <Box component="ul" aria-label="Invoice History" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
            <SelectInvoice invoice={invoice} selection={selection} />
            <Typography variant="h3" component="h3" sx={{ mr: 'auto' }}>
              {invoice.invoice_number}
            </Typography>
            <Typography sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
              {dollarsText(invoice.total_amount)}
            </Typography>
          </Box>
          <Typography variant="body2" color="text.secondary">
            {dateText(invoice.invoice_date)}, due {dateText(invoice.due_date)}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'space-between' }}>
            <InvoiceStatus invoice={invoice} />
            <InvoiceActions invoice={invoice} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
