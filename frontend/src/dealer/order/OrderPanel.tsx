import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';
import { lazy, Suspense } from 'react';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { ReaderRate, shownRate } from './ReaderRate.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const PaysWith = lazy(() => import('./PaysWith.tsx'));

interface OrderPanelProps {
  readonly price: Price;
  readonly flow: PlaceOrderFlow;
  /** Number of readers. */
  readonly readers: number;
  /** The button's label, e.g. 'Create Site'. */
  readonly action: string;
}

/** The summary of an order beside its form, its payment, and the submit button. */
export function OrderPanel({ price, flow, readers, action }: OrderPanelProps) {
  const { account } = flow;
  const priced = account.data !== undefined;
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
      {priced || !account.isError ? (
        <>
          <OrderSummary price={price} />
          <ReaderRate rate={shownRate(account.data)} readers={readers} />
        </>
      ) : (
        <LoadProblem
          text="Your prices could not be loaded. Ordering is not possible."
          error={account.error}
          onRetry={account.refetch}
        />
      )}
      {priced && payable && (
        <Box sx={{ mt: 2.5 }}>
          <Suspense>
            <PaysWith verified={flow.verified} />
          </Suspense>
        </Box>
      )}
      {(priced || !account.isError) && (
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
      )}
    </Paper>
  );
}
