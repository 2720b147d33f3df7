import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BillingSummary } from '@portal/contract';
import { useId, useState } from 'react';
import { RATE_REASONS } from '../../parts/invoice/rateReasons.ts';
import { dollarsText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

/** Sites shown at once; the others are asked for. */
const STEP = 20;

/** What each site costs a month: readers x rate, and why that rate; pending ones are marked (decisions B7). */
export function ChargeBreakdown({ charges }: { readonly charges: BillingSummary['charges'] }) {
  const [shown, setShown] = useState(STEP);
  const id = useId();
  return (
    <>
      <Typography variant="h3" id={id} sx={{ mt: 3, mb: 1 }}>
        Charge Breakdown by Site
      </Typography>
      {charges.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          No sites are billed yet.
        </Typography>
      )}
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {charges.slice(0, shown).map((charge) => (
          <Box
            component="li"
            key={charge.site_id}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 2,
              py: 1.25,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="body2" component="span" sx={{ fontWeight: 600, mr: 1 }}>
                {charge.site_name}
              </Typography>
              {charge.status === 'pending' && <StatusBadge tone="warning">Pending</StatusBadge>}
              <Typography variant="body2" color="text.secondary">
                {charge.readers} {charge.readers === 1 ? 'reader' : 'readers'} x {dollarsText(charge.rate)}
              </Typography>
              <Typography variant="caption" color="text.secondary">
                {RATE_REASONS[charge.rate_source]}
              </Typography>
            </Box>
            <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {dollarsText(charge.charge)}
            </Typography>
          </Box>
        ))}
      </Box>
      {charges.length > shown && (
        <Button size="small" onClick={() => setShown(shown + STEP)}>
          Show more ({shown} of {charges.length} shown)
        </Button>
      )}
    </>
  );
}
