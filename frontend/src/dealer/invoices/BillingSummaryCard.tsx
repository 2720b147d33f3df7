import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { BillingSummary } from '@portal/contract';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { estimateText } from '../../parts/invoice/estimateText.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { ChargeBreakdown } from './ChargeBreakdown.tsx';
import { FigureRows } from './Figures.tsx';
import { Section } from './Section.tsx';

function Small({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}

/** Sites, readers and what they will cost, site by site (spec 2, section 2, Invoicing; decisions B7). */
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
            note: summary.total_pending_sites > 0 && <Small>and {summary.total_pending_sites} pending</Small>,
          },
          {
            label: 'Total Readers',
            value: String(summary.total_readers),
            note: summary.total_pending_readers > 0 && (
              <Small>and {summary.total_pending_readers} pending</Small>
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
            note: isKnown && pending > 0 && <Small>includes {dollarsText(pending)} pending</Small>,
          },
        ]}
      />
      <ChargeBreakdown charges={summary.charges} />
    </Section>
  );
}
