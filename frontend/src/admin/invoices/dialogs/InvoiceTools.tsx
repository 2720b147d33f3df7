import { Box, Button } from '@mui/material';
import type { InvoiceDetail } from '@portal/contract';
import { lazy, Suspense, useState } from 'react';
import { INVOICE_VERBS, type InvoiceVerb, verbsOf } from './invoiceVerbs.ts';

const InvoiceDialog = lazy(() => import('./InvoiceDialog.tsx'));

/**
 * The administrators' buttons on an invoice, each with its dialog. Needs no react-admin: it stands on the invoice's
 * own page as well as in the back office.
 */
export default function InvoiceTools({ invoice }: { readonly invoice: InvoiceDetail }) {
  const [verb, setVerb] = useState<InvoiceVerb | null>(null);
  return (
    <Box
      role="group"
      aria-label="Administration of this invoice"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2.5 }}
    >
      {verbsOf(invoice).map((name) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          color={name === 'void' ? 'error' : 'primary'}
          aria-haspopup="dialog"
          onClick={() => setVerb(name)}
        >
          {INVOICE_VERBS[name]}
        </Button>
      ))}
      <Suspense>
        {verb && <InvoiceDialog verb={verb} invoice={invoice} onClose={() => setVerb(null)} />}
      </Suspense>
    </Box>
  );
}
