import type { MigrationRecord } from '@portal/contract';
import { NONE, showPlace } from '../../../shared/text.ts';
import { CompanyName } from '../../records/links.tsx';
import { MigrationStatus } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';
import { MigrationPrice } from './actions.tsx';

export const migrationFields: Fields<MigrationRecord> = {
  migration_site_name: { label: 'Site' },
  status: {
    label: 'Status',
    table: 'hidden',
    render: (migration) => <MigrationStatus migration={migration} />,
  },
  company_name: { label: 'Company', render: (migration) => <CompanyName id={migration.account_id} /> },
  primary_contact: { label: 'Contact', render: (migration) => migration.primary_contact || NONE },
  current_system: { label: 'Current system', render: (migration) => migration.current_system || NONE },
  other_system: { label: 'Other system', table: false, csv: false },
  system7_site_id: { label: 'System 7 site ID', table: 'hidden', unbroken: true },
  migration_site_address: { label: 'Address', table: false },
  migration_site_city: {
    label: 'City',
    table: 'hidden',
    columnLabel: 'Location',
    render: (migration) => showPlace(migration.migration_site_city, migration.migration_site_state),
  },
  migration_site_state: { label: 'State', table: false },
  migration_site_zip: { label: 'ZIP', table: false },
  number_of_readers: { label: 'Readers', type: 'count' },
  number_of_acu_panels: { label: 'ACU panels', table: 'hidden', type: 'count' },
  total_amount: {
    label: 'Paid',
    type: 'amount',
    total: 'below',
    render: (migration) => <MigrationPrice migration={migration} />,
  },
  paid_in_test_mode: { label: 'Mode', table: false, type: 'mode' },
  requested_migration_date: { label: 'Requested for', table: 'hidden', type: 'day' },
  created_at: { label: 'Requested', type: 'day' },
};
