import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { SiteWithRate } from '@portal/contract';
import { centsFromDollars, formatDollars, timesCents } from '@portal/domain/values';
import { RATE_REASONS } from '../../parts/invoice/texts.ts';
import { counted, dateText } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';

interface ReadersProps {
  readonly site: SiteWithRate;
  readonly onRequest: () => void;
}

/** An own site's readers, their price and the requested change. */
export function Readers({ site, onRequest }: ReadersProps) {
  const { number_of_readers: readers, requested_readers: requested, requested_readers_note: note } = site;
  return (
    <Stack spacing={2}>
      <Box>
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 650 }}>{counted(readers, 'reader')}</Typography>
        {site.rate && <Price site={site} rate={site.rate} />}
      </Box>
      {requested && (
        <Notice tone="warning">
          <Typography sx={{ fontWeight: 600 }}>You asked for {counted(requested, 'reader')}.</Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {note ? `${note} \u00b7 ` : ''}An administrator will review it.
          </Typography>
        </Notice>
      )}
      <Box>
        <Button variant="outlined" aria-haspopup="dialog" onClick={onRequest}>
          {requested ? 'Change the request' : 'Request reader change'}
        </Button>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          Reader count can only be changed by an admin.
        </Typography>
      </Box>
    </Stack>
  );
}

/** When the readers are billed. */
const BILLED = {
  active: (day: string) => `on the next invoice, ${dateText(day)}`,
  pending: () => 'from the first billing date on which the site is active',
  inactive: () => 'not billed while the site is inactive',
} as const;

interface PriceProps {
  readonly site: SiteWithRate;
  readonly rate: NonNullable<SiteWithRate['rate']>;
}

function Price({ site, rate }: PriceProps) {
  const cents = centsFromDollars(rate.reader_rate);
  const monthly = formatDollars(timesCents(Number(site.number_of_readers), cents));
  return (
    <>
      <Typography>
        {formatDollars(cents)} per reader per month: {monthly} a month
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {RATE_REASONS[rate.source]}
        {rate.source === 'promotional' && site.promotional_end_date
          ? ` until ${dateText(site.promotional_end_date)}`
          : ''}
        , {BILLED[site.status](rate.judged_on)}
      </Typography>
    </>
  );
}
