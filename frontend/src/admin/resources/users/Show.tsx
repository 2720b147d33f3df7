import TeamIcon from '@mui/icons-material/ManageAccountsOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Button } from '@mui/material';
import { type AdminUser, paths } from '@portal/contract';
import { DEALER_ROLES, STAFF_ROLES } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { leaveFor } from '../../../shared/http/leaving.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { showPlace, showRate } from '../../../shared/text.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { ActionButton, DialogButton } from '../../kit/ActionButton.tsx';
import { useAllowed } from '../../kit/access.ts';
import { History } from '../../kit/History.tsx';
import { duringAction } from '../../kit/live.ts';
import { CompanyName, NO_DEALER_ID, someFact } from '../../records/links.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show, useLeaveRecord } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { CompanySites } from '../sites/actions.tsx';
import { resetSecondFactor, UserActions } from './actions.tsx';
import { DealerRoleDialog } from './dialogs.tsx';
import { userFields } from './fields.tsx';

/** One user with the company's sites (S2-3). */
export default function UserShow() {
  const leave = useLeaveRecord('users');
  return (
    <Show<AdminUser>
      noun="user"
      lead={(user) => <Standing user={user} />}
      actions={(user) => (
        <>
          <UserActions user={user} variant="contained" others="outlined" leave={leave} />
          <ViewAsButton user={user} />
          {user.dealer_role !== null && user.account_id !== null && (
            <DialogButton
              needs="people"
              label="Change role"
              of={user.name || user.username}
              icon={TeamIcon}
              variant="outlined"
              dialog={(close) => <DealerRoleDialog user={user} onClose={close} />}
            />
          )}
          <ActionButton action={resetSecondFactor} record={user} variant="outlined" />
        </>
      )}
    >
      {(user) => (
        <TabbedShowLayout label="Parts of this user">
          <Tab label="Profile" path="profile">
            <SimpleShowLayout facts={profileOf(user)} />
          </Tab>
          <Tab label="Billing" path="billing">
            <SimpleShowLayout facts={billingOf(user)} />
          </Tab>
          {user.account_id !== null && (
            <Tab label="Sites" path="sites">
              <CompanySites accountId={user.account_id} />
            </Tab>
          )}
          <Tab label="History" path="history">
            <History path={paths.admin.userHistory(user.id)} />
          </Tab>
        </TabbedShowLayout>
      )}
    </Show>
  );
}

function Standing({ user }: { readonly user: AdminUser }) {
  const tone = user.is_approved ? 'success' : 'warning';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{user.dealer_id ?? NO_DEALER_ID}</span>
      <StatusBadge tone={tone}>{user.is_approved ? 'Approved' : 'Pending'}</StatusBadge>
      {user.staff_role !== null && <StatusBadge tone="neutral">{STAFF_ROLES[user.staff_role]}</StatusBadge>}
    </Box>
  );
}

const profileOf = (user: AdminUser) => [
  { label: 'Name', value: user.name },
  ...factsOf(userFields, user, ['username', 'email', 'phone']),
  {
    label: 'Company',
    value: user.account_id === null ? user.company : <CompanyName id={user.account_id} />,
  },
  ...someFact('Role in the company', user.dealer_role && DEALER_ROLES[user.dealer_role]),
  ...factsOf(userFields, user, ['address']),
  { label: 'City', value: showPlace(user.city, user.state, user.zip) },
  { label: 'Experience', value: user.experience },
  { label: 'Two-step verification', value: user.second_factor === 'on' ? 'On' : 'Off' },
  ...factsOf(userFields, user, ['created_at']),
];

const billingOf = (user: AdminUser) => [
  ...factsOf(userFields, user, ['projected_monthly_invoice_cents', 'active_sites', 'total_readers']),
  { label: 'Default reader rate', value: showRate(user.default_reader_rate) },
];

/**
 * Opens the dealer's pages read-only, as the dealer sees them. The page is loaded anew, which drops what was read as an
 * administrator.
 */
function ViewAsButton({ user }: { readonly user: AdminUser }) {
  const allowed = useAllowed({ resource: 'users', name: 'viewAs' }, user);
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
