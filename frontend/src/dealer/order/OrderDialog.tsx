import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDollars } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { CheckoutCard } from './CheckoutCard.tsx';
import { ProgressDialog } from './ProgressDialog.tsx';
import { StepList } from './StepList.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const AddPaymentDialog = lazy(() => import('../card/AddPaymentDialog.tsx'));

/** The dialogs of an order: add a card, pay, progress (S1-4-payment). */
export default function OrderDialog({ flow }: { readonly flow: PlaceOrderFlow }) {
  const { stage, steps, order } = flow;
  const [confirming, setConfirming] = useState(false);
  if (steps === null || order === null) return null;
  if (stage.name === 'addingCard')
    return (
      <Suspense>
        <AddPaymentDialog onSaved={flow.cardAdded} onClose={flow.close}>
          <StepList steps={steps} />
        </AddPaymentDialog>
      </Suspense>
    );
  const paying = ['findingCard', 'ready', 'charging', 'card'].includes(stage.name);
  const amount = formatDollars(order.price.totalCents);
  return (
    <ProgressDialog
      {...(paying ? { title: 'Complete Purchase' } : {})}
      steps={steps}
      closable={stage.name === 'ready' || (stage.name === 'card' && !confirming)}
      onClose={flow.close}
    >
      {paying && (
        <CheckoutCard
          price={order.price}
          payment={stage.name === 'card' ? stage.payment : null}
          submitLabel={`Pay ${amount}`}
          onPaid={flow.cardPaid}
          onUndecided={flow.undecided}
          onUnavailable={flow.close}
          onBusy={setConfirming}
        >
          {stage.name === 'ready' && (
            <Box>
              <Button variant="contained" size="large" fullWidth onClick={flow.proceed} autoFocus>
                Pay {amount}
              </Button>
            </Box>
          )}
        </CheckoutCard>
      )}
    </ProgressDialog>
  );
}
