import { Box, Button, Typography } from '@mui/material';
import { cardText } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { usePaymentMethod } from '../card/queries.ts';
import { declineText } from '../card/texts.ts';
import { OrderLines, OrderTotal } from './OrderSummary.tsx';
import { ReaderRate, shownRate } from './ReaderRate.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const PAYMENT_NEEDED =
  'Payment Method Required: Please add a payment method before proceeding with the payment.';

/** The saved card that will pay, or a warning without one or after a decline. */
function PaysWith({ verified }: { readonly verified: boolean }) {
  const method = usePaymentMethod(!verified);
  if (verified)
    return (
      <Notice tone="success">
        <strong>Payment Verified</strong>
        <br />
        This order is paid. Its details can no longer be changed.
      </Notice>
    );
  if (method.data?.declined)
    return (
      <Notice tone="warning">
        {cardText(method.data)}. {declineText(method.data.declined)}
      </Notice>
    );
  if (method.data)
    return (
      <Typography variant="body2" color="text.secondary">
        You pay with {cardText(method.data)}
      </Typography>
    );
  return method.isPending ? null : <Notice tone="warning">{PAYMENT_NEEDED}</Notice>;
}

/** One card beside the form; on a phone its parts follow the fields, so that the second one can stay on screen. */
const panelStyle = {
  display: { xs: 'contents', md: 'block' },
  position: { md: 'sticky' },
  top: { md: 88 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

const summaryStyle = {
  px: { xs: 2, sm: 3 },
  py: 3,
  border: { xs: 1, md: 0 },
  // after the border, which would reset it
  borderColor: { xs: 'divider' },
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** Total and button; on a phone at the bottom of the screen. */
const barStyle = {
  position: { xs: 'sticky', md: 'static' },
  bottom: 0,
  zIndex: 1,
  bgcolor: 'background.paper',
  p: { xs: 2, md: 3 },
  pt: { md: 0 },
  mx: { xs: -2, sm: -3, md: 0 },
  borderTop: { xs: 1, md: 0 },
  borderColor: { xs: 'divider' },
  borderRadius: { md: 1 },
} as const;

interface OrderPanelProps {
  readonly price: Price;
  readonly flow: PlaceOrderFlow;
  /** Number of readers. */
  readonly readers: number;
  /** Number of sites; default: one. */
  readonly sites?: number;
  /** The button's label, e.g. 'Create Site'. */
  readonly action: string;
}

/** The summary of an order beside its form, its payment, and the submit button. */
export function OrderPanel({ price, flow, readers, sites = 1, action }: OrderPanelProps) {
  const { account } = flow;
  const priced = account.data !== undefined;
  const payable = price.totalCents > 0;
  const paying = payable && !flow.verified;
  const label = paying ? `Pay ${formatDollars(price.totalCents)} and ${action}` : action;
  const priceable = priced || !account.isError;
  return (
    <Box component="section" aria-labelledby="summary-title" sx={panelStyle}>
      <Box sx={summaryStyle}>
        <Typography variant="h2" id="summary-title" sx={{ mb: 2 }}>
          Order summary
        </Typography>
        {priceable ? (
          <>
            <OrderLines price={price} />
            <ReaderRate rate={shownRate(account.data)} readers={readers} sites={sites} />
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
            <PaysWith verified={flow.verified} />
          </Box>
        )}
      </Box>
      {priceable && (
        <Box sx={barStyle}>
          <OrderTotal price={price} />
          <Button
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            sx={{ mt: { xs: 1, md: 2 } }}
            aria-disabled={flow.busy || !priced}
          >
            {flow.busy ? 'Processing...' : label}
          </Button>
        </Box>
      )}
    </Box>
  );
}
