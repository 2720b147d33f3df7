import { Box, Button } from '@mui/material';
import type { InvoiceDetail } from '@portal/contract';
import { lazy, Suspense, useState } from 'react';
import { actionsOf, INVOICE_ACTIONS, type InvoiceAction } from './actions.ts';

const InvoiceDialog = lazy(() => import('./InvoiceDialog.tsx'));

/** The administrators' buttons on an invoice, each with its dialog. Works without react-admin, on /invoicing/{id}. */
export default function InvoiceTools({ invoice }: { readonly invoice: InvoiceDetail }) {
  const [action, setAction] = useState<InvoiceAction | null>(null);
  return (
    <Box
      role="group"
      aria-label="Administration of this invoice"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2.5 }}
    >
      {actionsOf(invoice).map((name) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          color={name === 'void' ? 'error' : 'primary'}
          aria-haspopup="dialog"
          onClick={() => setAction(name)}
        >
          {INVOICE_ACTIONS[name]}
        </Button>
      ))}
      <Suspense>
        {action && <InvoiceDialog action={action} invoice={invoice} onClose={() => setAction(null)} />}
      </Suspense>
    </Box>
  );
}
