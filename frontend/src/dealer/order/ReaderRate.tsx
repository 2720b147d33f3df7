import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDollars, timesCents } from '@portal/domain/values';
import type { ShownRate } from './readerRate.ts';

/** The monthly part of an order: the rate and what the readers come to. */
export function ReaderRate({ rate, readers }: { readonly rate: ShownRate; readonly readers: number }) {
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
      <Typography variant="body2" color="text.secondary">
        {readers} {readers === 1 ? 'reader' : 'readers'}: {formatDollars(timesCents(readers, cents))} a month,
        billed once the site is active
      </Typography>
    </Box>
  );
}
