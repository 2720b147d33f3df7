import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Invoice } from '@portal/contract';
import { Link } from 'react-router';

/** View, and Pay Now where it can be paid. */
export function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const { id, invoice_number: number } = invoice;
  return (
    <Box sx={{ display: 'flex', gap: 1, '& > a': { whiteSpace: 'nowrap' } }}>
      <Button
        component={Link}
        to={`/invoicing/${encodeURIComponent(id)}`}
        size="small"
        variant="outlined"
        aria-label={`View ${number}`}
      >
        View
      </Button>
      {invoice.can_pay && (
        <Button
          component={Link}
          to={`/invoices/${encodeURIComponent(id)}/pay`}
          size="small"
          variant="contained"
          aria-label={`Pay Now ${number}`}
        >
          Pay Now
        </Button>
      )}
    </Box>
  );
}
