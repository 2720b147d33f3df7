import { Box, Button, Typography } from '@mui/material';
import { type Account, cardText } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import {
  centsFromDollars,
  formatDollars,
  SHOWN_READER_RATE_CENTS,
  SYSTEM_READER_RATE_CENTS,
  timesCents,
} from '@portal/domain/values';
import { useBillingSummary } from '../../parts/invoice/reads.ts';
import { nextRateText } from '../../parts/invoice/ScheduledRates.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { declineText, usePaymentMethod } from '../card/paymentMethod.ts';
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
  if (method.data) return <Muted>You pay with {cardText(method.data)}</Muted>;
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
  readonly readers: number;
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

const listStyle = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 2,
  rowGap: 1.25,
  '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;

/** The lines of an order; included ones show their list price (rule B9). */
export function OrderLines({ price }: { readonly price: Price }) {
  return (
    <Box component="dl" sx={listStyle}>
      {price.lines.map((line) => (
        <Box key={line.name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2">
            {line.name}
          </Typography>
          <Typography component="dd" variant="body2">
            {line.note === 'Included' ? (
              <>
                <Box component="s" sx={{ color: 'text.secondary', mr: 1 }}>
                  {formatDollars(line.listPriceCents)}
                </Box>
                Included
              </>
            ) : (
              formatDollars(line.priceCents)
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

export function OrderTotal({ price }: { readonly price: Price }) {
  return (
    <Box component="dl" sx={listStyle}>
      <Typography component="dt" variant="h3">
        Total due now
      </Typography>
      <Typography component="dd" variant="h3">
        {formatDollars(price.totalCents)}
      </Typography>
    </Box>
  );
}

/** The monthly price of a reader on an order form, in cents. */
interface ShownRate {
  readonly standardCents: number;
  /** Shown beside the standard rate, which is struck through (rule B4). */
  readonly promotionalCents: number | null;
}

/** $5.00 while no account is loaded, $7.00 for an account without a rate (rule B1). For display only. */
export function shownRate(
  account:
    | Pick<Account, 'default_reader_rate' | 'promotional_reader_rate' | 'promotional_pricing_active'>
    | undefined,
): ShownRate {
  if (!account) return { standardCents: SHOWN_READER_RATE_CENTS, promotionalCents: null };
  const { default_reader_rate: standard, promotional_reader_rate: promotional } = account;
  return {
    standardCents: standard === null ? SYSTEM_READER_RATE_CENTS : centsFromDollars(standard),
    promotionalCents:
      account.promotional_pricing_active && promotional !== null ? centsFromDollars(promotional) : null,
  };
}

/** Announced changes of the company's reader rate: `$6.75 from Dec 1, 2026`. Nothing without any. */
function AnnouncedRate() {
  const { data } = useBillingSummary();
  const rates = data?.announced_rates.filter(({ site_id }) => site_id === null) ?? [];
  return rates.map((rate) => (
    <Typography key={rate.effective_from} variant="body2" sx={{ fontWeight: 600 }}>
      {nextRateText(rate)}
    </Typography>
  ));
}

interface ReaderRateProps {
  readonly rate: ShownRate;
  readonly readers: number;
  readonly sites: number;
}

/** The monthly part of an order. */
function ReaderRate({ rate, readers, sites }: ReaderRateProps) {
  const cents = rate.promotionalCents ?? rate.standardCents;
  return (
    <Box sx={{ mt: 2.5, p: 2, borderRadius: 1, bgcolor: 'background.default' }}>
      <Typography variant="body2">
        {rate.promotionalCents !== null && (
          <Box component="s" sx={{ color: 'text.secondary', mr: 0.75 }}>
            {formatDollars(rate.standardCents)}
          </Box>
        )}
        <strong>{formatDollars(cents)}</strong> per reader per month
      </Typography>
      {rate.promotionalCents === null && <AnnouncedRate />}
      <Muted>
        {readers} {readers === 1 ? 'reader' : 'readers'}: {formatDollars(timesCents(readers, cents))} a month,
        billed once the {sites === 1 ? 'site is' : 'sites are'} active
      </Muted>
    </Box>
  );
}
