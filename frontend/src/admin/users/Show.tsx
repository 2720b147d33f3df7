import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Link } from '@mui/material';
import { type AdminUser, paths } from '@portal/contract';
import { formatDollars, formatPhone } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { leaveFor } from '../../shared/http/leaving.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { mailLink } from '../../shared/mailLink.ts';
import { showCount, showDate, showPlace, showRate } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { useAllowed } from '../kit/access.ts';
import { historyTab } from '../kit/History.tsx';
import { duringAction } from '../kit/live.ts';
import { factsTab, RecordPage, useLeaveRecord } from '../kit/RecordPage.tsx';
import { CompanyName, NO_DEALER_ID } from '../records/links.tsx';
import { sitesTab } from '../sites/parts.tsx';
import { resetSecondFactor, UserActions } from './actions.tsx';

/** One user with the company's sites (S2-3). */
export default function UserShow() {
  const leave = useLeaveRecord('users');
  return (
    <RecordPage<AdminUser>
      listLabel="Users"
      noun="user"
      title={(user) => user.company || user.name || user.username}
      lead={(user) => <Standing user={user} />}
      actions={(user) => (
        <>
          <UserActions user={user} variant="contained" others="outlined" leave={leave} />
          <ViewAsButton user={user} />
          <ActionButton action={resetSecondFactor} record={user} variant="outlined" />
        </>
      )}
      tabs={(user) => [
        factsTab('Profile', profileOf(user), 'profile'),
        factsTab('Billing', billingOf(user), 'billing'),
        ...(user.account_id === null ? [] : [sitesTab(user.account_id)]),
        historyTab(paths.admin.userHistory(user.id)),
      ]}
    />
  );
}

function Standing({ user }: { readonly user: AdminUser }) {
  const tone = user.is_approved ? 'success' : 'warning';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{user.dealer_id ?? NO_DEALER_ID}</span>
      <StatusBadge tone={tone}>{user.is_approved ? 'Approved' : 'Pending'}</StatusBadge>
      {user.is_admin && <StatusBadge tone="neutral">Administrator</StatusBadge>}
    </Box>
  );
}

function profileOf(user: AdminUser) {
  return [
    { label: 'Name', value: user.name },
    { label: 'Username', value: user.username },
    { label: 'Email', value: <Link href={mailLink(user.email)}>{user.email}</Link> },
    { label: 'Phone', value: formatPhone(user.phone) },
    {
      label: 'Company',
      value: user.account_id === null ? user.company : <CompanyName id={user.account_id} />,
    },
    { label: 'Address', value: user.address },
    { label: 'City', value: showPlace(user.city, user.state, user.zip) },
    { label: 'Experience', value: user.experience },
    { label: 'Two-step verification', value: user.second_factor === 'on' ? 'On' : 'Off' },
    { label: 'Registered', value: showDate(user.created_at) },
  ];
}

function billingOf(user: AdminUser) {
  return [
    { label: 'Projected monthly invoice', value: formatDollars(user.projected_monthly_invoice_cents) },
    { label: 'Active sites', value: showCount(user.active_sites) },
    { label: 'Total readers', value: showCount(user.total_readers) },
    { label: 'Default reader rate', value: showRate(user.default_reader_rate) },
  ];
}

/**
 * Opens the dealer's pages read-only, as the dealer sees them. The page is loaded anew, which drops what was read as an
 * administrator.
 */
function ViewAsButton({ user }: { readonly user: AdminUser }) {
  const allowed = useAllowed('users', 'viewAs', user);
  const portal = usePortal();
  const queryClient = useQueryClient();
  const view = useCommand({
    send: () =>
      duringAction(queryClient, async () => {
        await portal.viewAs(user.id);
        leaveFor('/dealer-dashboard');
        // never resolves: the admin pages must not read anything more
        await new Promise(() => {});
      }),
    failed: { title: 'Error', fallback: "The dealer's pages could not be opened." },
  });
  if (!allowed) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<VisibilityIcon fontSize="small" />}
      loading={view.isPending}
      loadingPosition="start"
      sx={{ whiteSpace: 'nowrap' }}
      onClick={() => view.mutate()}
    >
      See what the dealer sees
    </Button>
  );
}
