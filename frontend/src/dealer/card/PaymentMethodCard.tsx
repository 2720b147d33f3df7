import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { PaymentMethod } from '@portal/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { brandText, declineText, expiryState, expiryText } from '../../parts/cardText.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { AutoPay } from './AutoPay.tsx';
import { Loading } from './Loading.tsx';
import { usePaymentMethod } from './usePaymentMethod.ts';

// the card form and the question are fetched when they are opened
const AddPaymentDialog = lazy(() => import('./AddPaymentDialog.tsx'));
const RemovePaymentDialog = lazy(() => import('./RemovePaymentDialog.tsx'));

function SavedCard({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const state = expiryState(card, new Date());
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 180px' }}>
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {brandText(card.brand)} <span aria-hidden>•••• </span>
          <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
            ending in{' '}
          </Box>
          {card.last4}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          Expires {expiryText(card)}
        </Typography>
      </Box>
      {state === 'expired' && <StatusBadge tone="error">Expired</StatusBadge>}
      {state === 'ending' && <StatusBadge tone="warning">Expires soon</StatusBadge>}
    </Box>
  );
}

/**
 * The company's saved card with its buttons, or what is missing without one (spec 2, section 2, Invoicing); and the
 * consent to automatic payment. `onSaved`: a card was added or replaced.
 */
export function PaymentMethodCard({ onSaved }: { readonly onSaved?: () => void }) {
  const method = usePaymentMethod();
  const [open, setOpen] = useState<'card' | 'remove' | null>(null);
  const titleId = useId();
  const card = method.data;
  const close = () => setOpen(null);
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id={titleId} sx={{ mb: 2 }}>
        Payment Method
      </Typography>
      {method.isError && (
        <LoadProblem text="Failed to check payment method status" onRetry={() => void method.refetch()} />
      )}
      {method.isPending && <Loading />}
      {card === null && (
        <>
          <Typography sx={{ fontWeight: 600 }}>Payment method required</Typography>
          <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
            Add a card to order equipment and to pay invoices.
          </Typography>
          <Button variant="contained" onClick={() => setOpen('card')}>
            Add Payment Method
          </Button>
        </>
      )}
      {card && (
        <>
          <SavedCard card={card} />
          {card.declined && (
            <Box sx={{ mt: 2 }}>
              <Notice tone="warning">{declineText(card.declined)}</Notice>
            </Box>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
            <Button variant="outlined" onClick={() => setOpen('card')}>
              Update Payment
            </Button>
            <Button color="error" onClick={() => setOpen('remove')}>
              Remove Payment
            </Button>
          </Box>
          <AutoPay card={card} />
        </>
      )}
      <Suspense>
        {open === 'card' && (
          <AddPaymentDialog
            replaces={card !== null && card !== undefined}
            onSaved={() => {
              close();
              onSaved?.();
            }}
            onClose={close}
          />
        )}
        {open === 'remove' && card && <RemovePaymentDialog card={card} onClose={close} />}
      </Suspense>
    </Paper>
  );
}
