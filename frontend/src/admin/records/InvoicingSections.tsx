import { Box } from '@mui/material';
import { useBasename } from 'react-admin';
import { NavLink } from 'react-router';
import { useCurrentInSight } from './useCurrentInSight.ts';
import { useOverview, WaitingBadge, type WaitingCounts } from './waiting.tsx';

interface Section {
  readonly path: string;
  readonly label: string;
  readonly counts?: WaitingCounts;
}

/** The pages of the Invoicing tab. */
export const INVOICING_SECTIONS: readonly Section[] = [
  { path: '/invoicing', label: 'Dealers' },
  { path: '/invoices', label: 'Invoices', counts: [['overdue_invoices', 'overdue']] },
  { path: '/orders', label: 'Orders' },
  { path: '/payments', label: 'Payments', counts: [['failed_refunds', 'with failed refund']] },
  { path: '/billing-runs', label: 'Billing runs' },
];

/** The paths of the Invoicing tab's pages. */
export const INVOICING_PATHS: readonly string[] = [
  ...INVOICING_SECTIONS.map(({ path }) => path),
  '/billing-preview',
];

/** The navigation of the Invoicing tab, above each of its pages. */
export function InvoicingSections() {
  const basename = useBasename();
  const waiting = useOverview().data?.waiting;
  const row = useCurrentInSight(waiting !== undefined);
  return (
    <Box component="nav" aria-label="Invoicing" ref={row} sx={{ mb: 2, mx: -0.5, overflowX: 'auto' }}>
      {/* the padding is for the links' outlines */}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5, display: 'flex', gap: 0.5 }}>
        {INVOICING_SECTIONS.map(({ path, label, counts }) => (
          <Box component="li" key={path} sx={{ flex: '0 0 auto' }}>
            <Box
              component={NavLink}
              to={`${basename}${path}`}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 0.75,
                minHeight: 36,
                px: 1.5,
                borderRadius: 999,
                border: 1,
                borderColor: 'divider',
                color: 'text.primary',
                bgcolor: 'background.paper',
                fontSize: '0.9rem',
                fontWeight: 600,
                textDecoration: 'none',
                '&:hover': { bgcolor: 'action.hover' },
                '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
                '&[aria-current="page"]': {
                  bgcolor: 'primary.light',
                  color: 'primary.main',
                  borderColor: 'primary.main',
                },
              }}
            >
              {label}
              <WaitingBadge waiting={waiting} counts={counts} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
