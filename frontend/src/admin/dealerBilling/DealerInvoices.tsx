import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { Invoice } from '@portal/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { InvoiceCards } from '../../dealer/invoicing/InvoiceCards.tsx';
import { InvoiceStatus } from '../../dealer/invoicing/InvoiceStatus.tsx';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { tableStyle } from '../../shared/ui/tableStyle.ts';

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
        <Table invoices={rows} />
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

function Table({ invoices }: { readonly invoices: readonly Invoice[] }) {
  return (
    <Box role="region" aria-label="Table of invoices" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Box component="table" aria-label="Invoices" sx={tableStyle}>
        <thead>
          <tr>
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
              <Box component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {invoice.invoice_number}
              </Box>
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
                <ViewDetails invoice={invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
