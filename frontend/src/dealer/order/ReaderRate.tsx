import { Box, Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import {
  centsFromDollars,
  formatDollars,
  SHOWN_READER_RATE_CENTS,
  SYSTEM_READER_RATE_CENTS,
  timesCents,
} from '@portal/domain/values';
import { useBillingSummary } from '../../parts/invoice/reads.ts';
import { nextRateText } from '../../parts/invoice/ScheduledRates.tsx';

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
  /** Number of sites. */
  readonly sites: number;
}

/** The monthly part of an order. */
export function ReaderRate({ rate, readers, sites }: ReaderRateProps) {
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
      <Typography variant="body2" color="text.secondary">
        {readers} {readers === 1 ? 'reader' : 'readers'}: {formatDollars(timesCents(readers, cents))} a month,
        billed once the {sites === 1 ? 'site is' : 'sites are'} active
      </Typography>
    </Box>
  );
}
