import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';
import { lazy, type ReactNode, Suspense } from 'react';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import type { useAccount } from './useAccount.ts';
import type { PlacedOrder } from './usePlaceOrder.ts';

// asked for by orders that cost something
const PaysWith = lazy(() => import('./PaysWith.tsx'));

interface OrderPanelProps {
  readonly price: Price;
  readonly flow: PlacedOrder;
  /** The account's terms: while they are not read, nothing can be ordered at a price nobody knows. */
  readonly account: Pick<ReturnType<typeof useAccount>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** What the button does, e.g. 'Create Site'. */
  readonly action: string;
  readonly children?: ReactNode;
}

/** The summary of an order beside its form, how it is paid, and the button that sends it. */
export function OrderPanel({ price, flow, account, action, children }: OrderPanelProps) {
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
          {children}
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
