import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Chip, Link } from '@mui/material';
import { type AdminUser, paths, type Site } from '@portal/contract';
import { formatDollars, formatPhone } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf, request } from '../../shared/http/http.ts';
import { leaveFor } from '../../shared/http/leaving.ts';
import { showCount, showDate, showPlace, showRate } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { ActionButton } from '../kit/ActionButton.tsx';
import { useAllowed } from '../kit/access.ts';
import { HistoryList } from '../kit/History.tsx';
import { duringAction } from '../kit/live.ts';
import { PageTabs, RecordPage, useLeaveRecord } from '../kit/RecordPage.tsx';
import { RelatedList } from '../kit/RelatedList.tsx';
import { CompanyName, NO_DEALER_ID } from '../records/links.tsx';
import { StateChip } from '../records/states.tsx';
import { SiteLine } from '../sites/parts.tsx';
import { resetSecondFactor, UserActions } from './actions.tsx';

/** One user with the company's sites (S2-3). */
export default function UserShow() {
  const leave = useLeaveRecord('users');
  return (
    <RecordPage<AdminUser>
      listLabel="Users"
      missing="User not found"
      title={(user) => user.company || user.name || user.username}
      lead={(user) => <Standing user={user} />}
      actions={(user) => (
        <>
          <UserActions user={user} variant="contained" others="outlined" leave={leave} />
          <ViewAsButton user={user} />
          <ActionButton action={resetSecondFactor} record={user} variant="outlined" />
        </>
      )}
    >
      {(user) => (
        <PageTabs
          label="Parts of this user"
          tabs={[
            {
              key: 'profile',
              label: 'Profile',
              content: (
                <Box sx={{ p: 3 }}>
                  <Facts facts={profileOf(user)} />
                </Box>
              ),
            },
            {
              key: 'billing',
              label: 'Billing',
              content: (
                <Box sx={{ p: 3 }}>
                  <Facts facts={billingOf(user)} />
                </Box>
              ),
            },
            ...(user.account_id === null
              ? []
              : [{ key: 'sites', label: 'Sites', content: <SitesOf accountId={user.account_id} /> }]),
            {
              key: 'history',
              label: 'History',
              content: <HistoryList path={paths.admin.userHistory(user.id)} />,
            },
          ]}
        />
      )}
    </RecordPage>
  );
}

function Standing({ user }: { readonly user: AdminUser }) {
  const tone = user.is_approved ? 'success' : 'warning';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{user.dealer_id ?? NO_DEALER_ID}</span>
      <StateChip tone={tone} label={user.is_approved ? 'Approved' : 'Pending'} />
      {user.is_admin && <Chip size="small" label="Administrator" />}
    </Box>
  );
}

function profileOf(user: AdminUser) {
  return [
    { label: 'Name', value: user.name },
    { label: 'Username', value: user.username },
    { label: 'E-mail', value: <Link href={`mailto:${user.email}`}>{user.email}</Link> },
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
    { label: 'Projected Monthly Invoice', value: formatDollars(user.projected_monthly_invoice_cents) },
    { label: 'Active Sites', value: showCount(user.active_sites) },
    { label: 'Total Readers', value: showCount(user.total_readers) },
    { label: 'Default Reader Rate', value: showRate(user.default_reader_rate) },
  ];
}

function SitesOf({ accountId }: { readonly accountId: string }) {
  return (
    <RelatedList<Site>
      resource="sites"
      target="account_id"
      id={accountId}
      label="Sites"
      empty="No sites found"
      row={(site) => <SiteLine site={site} />}
    />
  );
}

/**
 * Opens the dealer's pages as the dealer sees them, read-only, with a fresh page: what was read as an administrator is
 * dropped.
 */
function ViewAsButton({ user }: { readonly user: AdminUser }) {
  const allowed = useAllowed('users', 'viewAs', user);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  if (!allowed) return null;
  const start = () =>
    duringAction(queryClient, async () => {
      await request('POST', paths.admin.viewAs(user.id));
      leaveFor('/dealer-dashboard');
      // the administration is closed by now: nothing of it is read again
      await new Promise(() => {});
    });
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<VisibilityIcon fontSize="small" />}
      loading={busy}
      loadingPosition="start"
      sx={{ whiteSpace: 'nowrap' }}
      onClick={() => {
        setBusy(true);
        start().catch((error: unknown) => {
          setBusy(false);
          notify(messageOf(error, "The dealer's pages could not be opened."), { type: 'error' });
        });
      }}
    >
      See what the dealer sees
    </Button>
  );
}
