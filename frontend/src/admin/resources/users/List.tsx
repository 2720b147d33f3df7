import type { AdminUser } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { counted } from '../../../shared/text.ts';
import { BulkActionButton, CreateButton } from '../../kit/ActionButton.tsx';
import { NO_DEALER_ID } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import type { Filter } from '../../ui/StatusTabs.tsx';
import { approveUser, UserActions } from './actions.tsx';
import { AddUserDialog } from './dialogs.tsx';
import { userColumns, userFields } from './fields.tsx';

const isPending = (filter: Filter) => filter.is_approved === false;

/** Users with the sub-tabs Active and Pending (S2-2-admin). */
export default function UserList() {
  return (
    <List
      resource="users"
      title="Users"
      lead="Dealers and administrators. Pending dealers need your decision."
      sort={{ field: 'company', order: 'ASC' }}
      filterDefaultValues={{ is_approved: true }}
      fields={userFields}
      columns={userColumns}
      tabs={{ label: 'Users by approval', source: 'is_approved', tabs: { Active: true, Pending: false } }}
      filters={<SearchInput label="Search users" placeholder="Company, name, email, dealer ID" />}
      actions={<CreateButton resource="users" label="Add User" dialog={AddUserDialog} />}
    >
      <DataTable<AdminUser>
        label={(filter) => (isPending(filter) ? 'Pending users' : 'Active users')}
        empty={(filter) => (isPending(filter) ? 'No pending users found' : 'No active users found')}
        // no bulk disapproval: each needs a decision of its own
        bulkActionButtons={(filter) => isPending(filter) && <BulkActionButton action={approveUser} />}
        cardAside="projected_monthly_invoice_cents"
        card={(user) => (
          <>
            <CardText>{`${user.dealer_id ?? NO_DEALER_ID} · ${user.email}`}</CardText>
            <CardText>{`${user.phone === '' ? '' : `${formatPhone(user.phone)} · `}${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')}`}</CardText>
          </>
        )}
        actions={(user, look) => <UserActions user={user} {...look} />}
      />
    </List>
  );
}
