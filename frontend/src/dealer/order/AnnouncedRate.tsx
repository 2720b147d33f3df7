import Typography from '@mui/material/Typography';
import { useBillingSummary } from '../../parts/invoice/reads.ts';
import { nextRateText } from '../../parts/invoice/ScheduledRates.tsx';

/** Announced changes of the company's reader rate: `$6.75 from Dec 1, 2026`. Nothing without any. */
export default function AnnouncedRate() {
  const { data } = useBillingSummary();
  const rates = data?.announced_rates.filter(({ site_id }) => site_id === null) ?? [];
  return rates.map((rate) => (
    <Typography key={rate.effective_from} variant="body2" sx={{ fontWeight: 600 }}>
      {nextRateText(rate)}
    </Typography>
  ));
}
