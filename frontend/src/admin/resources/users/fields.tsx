import { Link } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { mailLink } from '../../../shared/company.ts';
import { NO_DEALER_ID } from '../../records/links.tsx';
import type { Fields, SourceOf } from '../../ui/fields.tsx';
import { Below, Cut } from '../../ui/fields.tsx';

const EmailLink = ({ email }: Pick<AdminUser, 'email'>) => <Link href={mailLink(email)}>{email}</Link>;

export const userFields: Fields<AdminUser> = {
  company: {
    label: 'Company',
    render: (user) => user.company || user.name || user.username,
  },
  dealer_id: { label: 'Dealer ID', unbroken: true, render: (user) => user.dealer_id ?? NO_DEALER_ID },
  name: {
    label: 'Name',
    unbroken: true,
    render: (user) => (
      <>
        <Cut>{user.name}</Cut>
        <Below>
          <EmailLink email={user.email} />
        </Below>
      </>
    ),
  },
  username: { label: 'Username', table: 'hidden' },
  email: { label: 'Email', table: 'hidden', render: (user) => <EmailLink email={user.email} /> },
  phone: { label: 'Phone', table: 'hidden', type: 'phone' },
  address: { label: 'Address', table: false },
  city: { label: 'City', table: false },
  state: { label: 'State', table: false },
  zip: { label: 'ZIP', table: false },
  is_approved: { label: 'Approved', table: false, csv: (user) => (user.is_approved ? 'Yes' : 'No') },
  active_sites: { label: 'Active sites', type: 'count' },
  total_readers: { label: 'Total readers', type: 'count' },
  projected_monthly_invoice_cents: { label: 'Projected monthly invoice', type: 'cents', total: 'below' },
  created_at: { label: 'Registered', table: 'hidden', type: 'day' },
};

export const userColumns: readonly SourceOf<AdminUser>[] = [
  'company',
  'name',
  'username',
  'email',
  'dealer_id',
  'phone',
  'active_sites',
  'total_readers',
  'projected_monthly_invoice_cents',
  'created_at',
];
