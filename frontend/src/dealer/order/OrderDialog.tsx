import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDollars } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { CheckoutCard } from './CheckoutCard.tsx';
import { ProgressDialog } from './ProgressDialog.tsx';
import { StepList } from './StepList.tsx';
import { stepsOf } from './steps.ts';
import type { PlacedOrder } from './usePlaceOrder.ts';

const AddPaymentDialog = lazy(() => import('../card/AddPaymentDialog.tsx'));

/** The dialogs of an order under way: add a card, pay, and the steps (S1-4-payment). */
export default function OrderDialog({ flow }: { readonly flow: PlacedOrder }) {
  const { stage, progress, order } = flow;
  const [confirming, setConfirming] = useState(false);
  if (progress === null || order === null) return null;
  const steps = stepsOf(progress);
  if (stage.name === 'adding')
    return (
      <Suspense>
        <AddPaymentDialog onSaved={flow.cardAdded} onClose={flow.close}>
          <StepList steps={steps} />
        </AddPaymentDialog>
      </Suspense>
    );
  const paying = stage.name === 'ready' || stage.name === 'charging' || stage.name === 'card';
  const amount = formatDollars(order.price.totalCents);
  return (
    <ProgressDialog
      open
      {...(paying ? { title: 'Complete Purchase' } : {})}
      steps={steps}
      closable={stage.name === 'ready' || (stage.name === 'card' && !confirming)}
      onClose={flow.close}
      onComplete={flow.finish}
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
              <Button
                variant="contained"
                size="large"
                fullWidth
                onClick={() => void flow.proceed()}
                autoFocus
              >
                Pay {amount}
              </Button>
            </Box>
          )}
        </CheckoutCard>
      )}
    </ProgressDialog>
  );
}
