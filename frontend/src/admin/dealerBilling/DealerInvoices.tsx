import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { Invoice } from '@portal/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { InvoiceCards } from '../../dealer/invoicing/InvoiceCards.tsx';
import { InvoiceTable } from '../../dealer/invoicing/InvoiceTable.tsx';

/** Rows drawn at once. */
const STEP = 25;

/** The company's invoices with the way to each (spec 2, section 2, Dealer billing page). */
export function DealerInvoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const [shown, setShown] = useState(STEP);
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (invoices.length === 0) {
    return (
      <Typography sx={{ p: 4, textAlign: 'center' }} color="text.secondary">
        No invoices found
      </Typography>
    );
  }
  const details = (invoice: Invoice) => <ViewDetails invoice={invoice} />;
  const rows = invoices.slice(0, shown);
  return (
    <>
      {narrow ? (
        <InvoiceCards label="Invoices" invoices={rows} actions={details} />
      ) : (
        <InvoiceTable invoices={rows} actions={details} />
      )}
      {invoices.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({shown} of {invoices.length} shown)
          </Button>
        </Box>
      )}
    </>
  );
}

function ViewDetails({ invoice }: { readonly invoice: Invoice }) {
  return (
    <Button
      component={Link}
      to={`/invoicing/${encodeURIComponent(invoice.id)}`}
      size="small"
      variant="outlined"
      aria-label={`View Details of ${invoice.invoice_number}`}
      sx={{ whiteSpace: 'nowrap' }}
    >
      View Details
    </Button>
  );
}
