import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Invoice } from '@portal/contract';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/text.ts';
import { InvoiceAmount } from './InvoiceAmount.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';

interface InvoiceCardsProps {
  readonly label: string;
  readonly invoices: readonly Invoice[];
  /** Before the number. */
  readonly before?: (invoice: Invoice) => ReactNode;
  readonly actions: (invoice: Invoice) => ReactNode;
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
          <Typography variant="body2" color="text.secondary">
            {dateText(invoice.invoice_date)}, due {dateText(invoice.due_date)}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <InvoiceStatus invoice={invoice} />
            <Box sx={{ ml: 'auto' }}>{actions(invoice)}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
