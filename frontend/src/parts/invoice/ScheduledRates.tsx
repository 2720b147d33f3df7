import { Box, Link } from '@mui/material';
import type { BillingSummary } from '@portal/contract';
import { Fragment } from 'react';
import { dateText, dollarsText } from '../../shared/text.ts';

export type AnnouncedRate = BillingSummary['announced_rates'][number];

/** `Harbor View`, or the company's default. */
export const rateSubject = ({ site_id, site_name }: AnnouncedRate): string =>
  site_id === null ? 'Default reader rate' : (site_name ?? 'A site');

/** `$6.75 from Dec 1, 2026`. */
export const nextRateText = ({ rate, effective_from }: AnnouncedRate): string =>
  `${rate === null ? 'the default rate' : dollarsText(rate)} from ${dateText(effective_from)}`;

interface ScheduledRatesProps {
  /** The earliest first. */
  readonly rates: readonly AnnouncedRate[];
  /** For administrators. */
  readonly onCancel?: (rate: AnnouncedRate) => void;
}

/** What readers cost now and from a later day on, per reader per month: `$6.50 now, $6.75 from Dec 1, 2026 · Cancel`. */
export function ScheduledRates({ rates, onCancel }: ScheduledRatesProps) {
  const firsts = rates.filter(
    (rate, index) => rates.findIndex(({ site_id }) => site_id === rate.site_id) === index,
  );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {firsts.map((first) => (
        <Box component="li" key={first.site_id} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
            {rateSubject(first)}
          </Box>
          {dollarsText(first.rate_now)} now
          {rates
            .filter(({ site_id }) => site_id === first.site_id)
            .map((rate) => (
              <Fragment key={rate.effective_from}>
                {', '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {nextRateText(rate)}
                </Box>
                {onCancel && (
                  <>
                    {' · '}
                    <Link
                      component="button"
                      aria-haspopup="dialog"
                      aria-label={`Cancel: ${rateSubject(rate)}, ${nextRateText(rate)}`}
                      // in line with the text, also where a finger needs more height
                      sx={{ verticalAlign: 'baseline', py: 0.5 }}
                      onClick={() => onCancel(rate)}
                    >
                      Cancel
                    </Link>
                  </>
                )}
              </Fragment>
            ))}
        </Box>
      ))}
    </Box>
  );
}
