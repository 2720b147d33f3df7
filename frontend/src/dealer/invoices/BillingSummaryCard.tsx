import { Box, Button, Link, Typography } from '@mui/material';
import type { BillingSummary } from '@portal/contract';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { estimateText, RATE_REASONS } from '../../parts/invoice/texts.ts';
import { counted, dateText, dollarsText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { FigureRows, Note } from './Figures.tsx';

/** Sites shown at first, and added by each click. */
const STEP = 20;
/** Up to so many sites are shown unfolded. */
const FEW = 5;

/** The monthly charge of each site with its rate and reason; pending sites are marked (rule B7). */
function ChargeBreakdown({ charges }: { readonly charges: BillingSummary['charges'] }) {
  const [shown, setShown] = useState(STEP);
  const id = useId();
  return (
    <Box component="details" open={charges.length <= FEW} sx={{ mt: 3 }}>
      <Box component="summary" sx={{ cursor: 'pointer', mb: 1 }}>
        <Typography variant="h3" component="h3" id={id} sx={{ display: 'inline' }}>
          Charge Breakdown by Site
        </Typography>
      </Box>
      {charges.length === 0 && <Muted>No sites are billed yet.</Muted>}
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
              <Muted>
                {counted(charge.readers, 'reader')} × {dollarsText(charge.rate)}
              </Muted>
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
        <Button size="small" sx={{ ml: -1.5 }} onClick={() => setShown(shown + STEP)}>
          Show more ({shown} of {charges.length} shown)
        </Button>
      )}
    </Box>
  );
}

/** Sites, readers and their charges (S2-2-invoicing; rule B7). */
export function BillingSummaryCard({ summary }: { readonly summary: BillingSummary }) {
  const { includes_pending: pending } = summary;
  const isKnown = summary.estimated_monthly_charge !== null;
  return (
    <Section title="Billing Summary">
      <FigureRows
        figures={[
          {
            label: 'Total Active Sites',
            value: String(summary.total_active_sites),
            note: summary.total_pending_sites > 0 && <Note>and {summary.total_pending_sites} pending</Note>,
          },
          {
            label: 'Total Readers',
            value: String(summary.total_readers),
            note: summary.total_pending_readers > 0 && (
              <Note>and {summary.total_pending_readers} pending</Note>
            ),
          },
          {
            label: 'Pending Invoices',
            value: String(summary.pending_invoices),
            note: (
              <Link
                component={RouterLink}
                to="/invoicing"
                variant="body2"
                aria-label="View pending invoices"
                sx={{ ml: 1 }}
              >
                View
              </Link>
            ),
          },
          { label: 'Next Billing Date', value: dateText(summary.next_billing_date) },
          {
            label: 'Projected Monthly Cost',
            value: estimateText(isKnown ? summary.projected_monthly_cost : null),
            note: isKnown && (
              <>
                {pending > 0 && <Note>includes {dollarsText(pending)} pending</Note>}
                <Note>the same, before credits</Note>
              </>
            ),
          },
        ]}
      />
      <ChargeBreakdown charges={summary.charges} />
    </Section>
  );
}
