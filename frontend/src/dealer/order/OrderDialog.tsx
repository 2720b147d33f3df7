import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDollars } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { CheckoutCard } from './CheckoutCard.tsx';
import { ProgressDialog } from './ProgressDialog.tsx';
import { type Step, StepList } from './StepList.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const AddPaymentDialog = lazy(() => import('../card/AddPaymentDialog.tsx'));

/** The steps with the first waiting one under way. */
function beginNext(steps: readonly Step[]): readonly Step[] {
  const next = steps.findIndex(({ status }) => status === 'pending');
  return steps.map((step, index) => (index === next ? { ...step, status: 'loading' } : step));
}

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
  // the card form's payment is processed while it confirms
  const processed = stage.name === 'card' && confirming ? beginNext(steps) : steps;
  const amount = formatDollars(order.price.totalCents);
  return (
    <ProgressDialog
      {...(paying ? { title: 'Complete Purchase' } : {})}
      steps={processed}
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
