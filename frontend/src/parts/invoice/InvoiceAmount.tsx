import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Invoice } from '@portal/contract';
import { dollarsText } from '../../shared/text.ts';

type Amounts = Pick<Invoice, 'status' | 'total_amount' | 'open_amount'>;

/** The total of an invoice, and below it the open amount if it differs. */
export function InvoiceAmount({ invoice }: { readonly invoice: Amounts }) {
  const { status, total_amount: total, open_amount: open } = invoice;
  return (
    <Box
      component="span"
      // as narrow as the amount, for the list
      sx={{ display: 'inline-block', width: 'min-content', textAlign: 'right', whiteSpace: 'normal' }}
    >
      {dollarsText(total)}
      {status === 'pending' && open !== total && (
        <Typography component="span" variant="body2" color="text.secondary" sx={{ display: 'block' }}>
          {dollarsText(open)} open
        </Typography>
      )}
    </Box>
  );
}
