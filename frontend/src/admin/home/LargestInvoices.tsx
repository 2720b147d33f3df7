import { Box, Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { showCount } from '../format.ts';
import { NO_DEALER_ID, RecordLink, useListPath } from '../records/links.tsx';
import { Panel } from './Panel.tsx';
import { Rows } from './Rows.tsx';

const LARGEST_FIRST = { field: 'projected_monthly_invoice_cents', order: 'DESC' } as const;

/** The dealers with the largest projected monthly invoices. */
export function LargestInvoices() {
  const listPath = useListPath();
  return (
    <Panel title="Largest projected invoices" all={{ to: listPath('users'), label: 'All users' }}>
      <Rows<AdminUser>
        resource="users"
        filter={{ is_approved: true, is_admin: false }}
        sort={LARGEST_FIRST}
        none="No dealer is approved yet."
        row={(user) => (
          <>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <RecordLink resource="users" id={user.id}>
                {user.company || user.name}
              </RecordLink>
              <Typography variant="body2" color="text.secondary">
                {user.dealer_id ?? NO_DEALER_ID} · {showCount(user.active_sites)} active sites ·{' '}
                {showCount(user.total_readers)} readers
              </Typography>
            </Box>
            <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {formatDollars(user.projected_monthly_invoice_cents)}
            </Typography>
          </>
        )}
      />
    </Panel>
  );
}
