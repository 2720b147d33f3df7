import { Box, Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { formatDollars, formatPhone } from '@portal/domain/values';
import { showCount } from '../format.ts';
import { CardAmount, CardHead } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { NO_DEALER_ID } from './columns.tsx';
import { UserActions } from './UserActions.tsx';

/** A user on a narrow screen. */
export function UserCard({ user }: { readonly user: AdminUser }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="users" id={user.id}>
          {user.company || user.name || user.username}
        </RecordLink>
        <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {user.dealer_id ?? NO_DEALER_ID} · {user.email}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {user.phone !== '' && `${formatPhone(user.phone)} · `}
        {showCount(user.active_sites)} active sites · {showCount(user.total_readers)} readers
      </Typography>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <UserActions user={user} variant="outlined" />
      </Box>
    </>
  );
}
