import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { cardText } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';
import { lazy, Suspense } from 'react';
import { ERROR, Icon, SUCCESS } from '../../shared/theme/Icon.tsx';
import { toast } from '../../shared/toast/toasts.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { PaymentPanel } from '../card/PaymentPanel.tsx';
import {
  PAYMENT_FAILED,
  PAYMENT_SUCCESSFUL,
  usePaymentMethod,
  useStripeConfig,
} from '../card/paymentMethod.ts';
import { isClosable, type Step, type StepStatus } from '../payment/paymentFlow.ts';
import { OrderLines, OrderTotal } from './OrderPanel.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const AddPaymentDialog = lazy(() => import('../card/AddPaymentDialog.tsx'));

const TEXTS = {
  unavailable: 'Unable to initialize payment. Please try again.',
  failed: { title: 'Payment Failed', description: PAYMENT_FAILED },
  broken: { title: 'Payment Error', description: 'An unexpected error occurred.' },
};

/** S1-2-progress; null while nothing is processed, because the user has yet to pay. */
function footerOf(steps: readonly Step[]): string | null {
  if (steps.some(({ status }) => status === 'error')) return 'An error occurred during the process.';
  if (steps.every(({ status }) => status === 'success')) return 'All steps completed successfully!';
  return steps.some(({ status }) => status === 'loading') ? 'Processing your request...' : null;
}

interface SummaryProps {
  readonly price: Price;
  /** The saved card is not asked any more. */
  readonly byForm: boolean;
}

/** What is ordered, and the card that pays (S1-2). */
function Summary({ price, byForm }: SummaryProps) {
  const simulated = useStripeConfig().data?.simulated === true;
  const card = usePaymentMethod().data;
  return (
    <>
      <OrderLines price={price} />
      <OrderTotal price={price} />
      {!byForm && card && !card.declined && <Muted>You pay with {cardText(card)}</Muted>}
      {!byForm && simulated && <Muted>Simulated payments: no real charges.</Muted>}
    </>
  );
}

/** The dialogs of an order: add a card, 'Complete Purchase', progress (S1-4-payment). */
export default function OrderDialog({ flow }: { readonly flow: PlaceOrderFlow }) {
  const { stage, steps, order, send, close } = flow;
  if (steps === null || order === null) return null;
  if (stage.name === 'addingCard')
    return (
      <Suspense>
        <AddPaymentDialog onSaved={() => send({ type: 'cardAdded' })} onClose={close}>
          <StepList steps={steps} />
        </AddPaymentDialog>
      </Suspense>
    );
  const paying = ['ready', 'charging', 'card', 'waiting'].includes(stage.name);
  const failed = stage.name === 'failed';
  const pay = `Pay ${formatDollars(order.price.totalCents)}`;
  return (
    <PaymentPanel
      title={paying ? 'Complete Purchase' : 'Processing Your Request'}
      width="xs"
      onClose={isClosable(stage) ? close : undefined}
      closeButton={isClosable(stage) && !failed}
      summary={paying && <Summary price={order.price} byForm={stage.name === 'card'} />}
      card={
        stage.name === 'card' && {
          ...stage.payment,
          kind: 'payment',
          submitLabel: pay,
          texts: TEXTS,
          onTaken({ id, status }) {
            if (status !== 'succeeded') return send({ type: 'undecided', intentId: id });
            toast(PAYMENT_SUCCESSFUL);
            send({ type: 'paid', paid: stage.payment.paid });
          },
          onBusy: (confirming) => send({ type: 'confirming', confirming }),
        }
      }
      actions={failed && <Button onClick={close}>Close</Button>}
    >
      {stage.name === 'ready' && (
        <Button
          variant="contained"
          size="large"
          fullWidth
          onClick={() => send({ type: 'begun', savedCard: true })}
          autoFocus
        >
          {pay}
        </Button>
      )}
      <StepList steps={steps} />
      <Typography role="status" color="text.secondary">
        {footerOf(steps)}
      </Typography>
    </PaymentPanel>
  );
}

const ICONS = {
  pending: {
    path: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0-2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
    color: 'text.secondary',
  },
  success: { path: SUCCESS, color: 'success.main' },
  error: { path: ERROR, color: 'error.main' },
} as const;

const SPOKEN = { pending: 'waiting', loading: 'in progress', success: 'done', error: 'failed' } as const;

function StepIcon({ status }: { readonly status: StepStatus }) {
  if (status === 'loading') return <CircularProgress size={22} aria-hidden />;
  const { path, color } = ICONS[status];
  return <Icon path={path} sx={{ color }} />;
}

function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {steps.map(({ label, status, message }) => (
        <Box
          key={label}
          component="li"
          sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
          data-status={status}
        >
          <StepIcon status={status} />
          <span>
            <Typography component="span">{label}</Typography>
            <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
              , {SPOKEN[status]}
            </Box>
            {message !== undefined && (
              <Typography variant="body2" color={status === 'error' ? 'error' : 'text.secondary'}>
                {message}
              </Typography>
            )}
          </span>
        </Box>
      ))}
    </Box>
  );
}
