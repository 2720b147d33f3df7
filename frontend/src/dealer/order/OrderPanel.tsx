import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';
import { lazy, type ReactNode, Suspense } from 'react';
import { OrderSummary } from './OrderSummary.tsx';
import type { PlacedOrder } from './usePlaceOrder.ts';

// asked for by orders that cost something
const PaysWith = lazy(() => import('./PaysWith.tsx'));

interface OrderPanelProps {
  readonly price: Price;
  readonly flow: PlacedOrder;
  /** False while the account's terms are not loaded: nothing can be ordered at a price nobody knows. */
  readonly priced: boolean;
  /** What the button does, e.g. 'Create Site'. */
  readonly action: string;
  readonly children?: ReactNode;
}

/** The summary of an order beside its form, how it is paid, and the button that sends it. */
export function OrderPanel({ price, flow, priced, action, children }: OrderPanelProps) {
  const payable = price.totalCents > 0;
  const paying = payable && !flow.verified;
  const label = paying ? `Pay ${formatDollars(price.totalCents)} and ${action}` : action;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="summary-title"
      sx={{ p: 3, position: { md: 'sticky' }, top: { md: 88 } }}
    >
      <Typography variant="h2" id="summary-title" sx={{ mb: 2 }}>
        Order Summary
      </Typography>
      <OrderSummary price={price} />
      {children}
      {priced && payable && (
        <Box sx={{ mt: 2.5 }}>
          <Suspense>
            <PaysWith verified={flow.verified} />
          </Suspense>
        </Box>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        sx={{ mt: 2.5 }}
        aria-disabled={flow.busy || !priced}
      >
        {flow.busy ? 'Processing...' : label}
      </Button>
    </Paper>
  );
}
