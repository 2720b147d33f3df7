import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import type { Selection } from './useSelection.ts';

const PayDialog = lazy(() => import('./PayDialog.tsx'));

/** What the chosen invoices come to, and the way to pay them with one payment; nothing while none is chosen. */
export function PaySelected({ selection }: { readonly selection: Selection }) {
  const [paying, setPaying] = useState<readonly Invoice[] | null>(null);
  const { chosen } = selection;
  const total = sumCents(chosen.map(({ open_amount }) => centsFromDollars(open_amount)));
  const words = chosen.length === 1 ? '1 invoice' : `${chosen.length} invoices`;
  return (
    <>
      {chosen.length > 0 && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            px: { xs: 2, sm: 3 },
            py: 1.5,
            bgcolor: 'primary.light',
          }}
        >
          <Typography role="status" sx={{ mr: 'auto', fontWeight: 600 }}>
            {words} selected, {formatDollars(total)}
          </Typography>
          <Button size="small" onClick={selection.clear}>
            Clear
          </Button>
          <Button size="small" variant="contained" onClick={() => setPaying(chosen)}>
            Pay selected
          </Button>
        </Box>
      )}
      <Suspense>
        {paying && (
          <PayDialog
            invoices={selection.latest(paying)}
            onClose={() => setPaying(null)}
            onPaid={() => {
              setPaying(null);
              selection.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
