import type { MigrationRecord } from '@portal/contract';
import { NONE, showCount, showDate, showDollars, showPlace } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { MigrationStatus, TestMode } from '../records/states.tsx';

/** What was paid for a migration, and whether it was real money. */
export function MigrationPrice({ migration }: { readonly migration: MigrationRecord }) {
  return (
    <>
      {showDollars(migration.total_amount)} {migration.paid_in_test_mode && <TestMode />}
    </>
  );
}

/** The columns of the migrations list; the first opens the migration. */
export const migrationColumns: readonly ColumnProps<MigrationRecord>[] = [
  {
    source: 'migration_site_name',
    label: 'Site',
    render: (migration) => (
      <RecordLink resource="migrations" id={migration.id}>
        {migration.migration_site_name}
      </RecordLink>
    ),
  },
  { source: 'status', label: 'Status', render: (migration) => <MigrationStatus migration={migration} /> },
  {
    source: 'company_name',
    label: 'Company',
    render: (migration) => <CompanyName id={migration.account_id} />,
  },
  { source: 'primary_contact', label: 'Contact', render: (migration) => migration.primary_contact || NONE },
  {
    source: 'current_system',
    label: 'Current System',
    render: (migration) => migration.current_system || NONE,
  },
  { source: 'system7_site_id', label: 'System 7 Site ID', unbroken: true },
  {
    source: 'migration_site_city',
    label: 'Location',
    render: (migration) => showPlace(migration.migration_site_city, migration.migration_site_state),
  },
  {
    source: 'number_of_readers',
    label: 'Readers',
    numeric: true,
    firstOrder: 'DESC',
    render: (migration) => showCount(Number(migration.number_of_readers)),
  },
  {
    source: 'number_of_acu_panels',
    label: 'ACU Panels',
    numeric: true,
    firstOrder: 'DESC',
    render: (migration) => showCount(Number(migration.number_of_acu_panels)),
  },
  {
    source: 'total_amount',
    label: 'Paid',
    numeric: true,
    firstOrder: 'DESC',
    render: (migration) => <MigrationPrice migration={migration} />,
  },
  {
    source: 'requested_migration_date',
    label: 'Requested for',
    unbroken: true,
    firstOrder: 'DESC',
    render: (migration) => showDate(migration.requested_migration_date),
  },
  {
    source: 'created_at',
    label: 'Requested',
    unbroken: true,
    firstOrder: 'DESC',
    render: (migration) => showDate(migration.created_at),
  },
];

export const migrationsHiddenByDefault = [
  'system7_site_id',
  'number_of_acu_panels',
  'requested_migration_date',
];

export const migrationCsvColumns: readonly CsvColumn<MigrationRecord>[] = [
  { label: 'Site', value: (migration) => migration.migration_site_name },
  { label: 'Status', value: (migration) => migration.status },
  { label: 'Company', value: (migration) => migration.company_name },
  { label: 'Contact', value: (migration) => migration.primary_contact },
  { label: 'Current System', value: (migration) => migration.current_system },
  { label: 'System 7 Site ID', value: (migration) => migration.system7_site_id },
  { label: 'Address', value: (migration) => migration.migration_site_address },
  { label: 'City', value: (migration) => migration.migration_site_city },
  { label: 'State', value: (migration) => migration.migration_site_state },
  { label: 'ZIP', value: (migration) => migration.migration_site_zip },
  { label: 'Readers', value: (migration) => Number(migration.number_of_readers) },
  { label: 'ACU Panels', value: (migration) => Number(migration.number_of_acu_panels) },
  { label: 'Paid', value: (migration) => migration.total_amount },
  { label: 'Test mode', value: (migration) => (migration.paid_in_test_mode ? 'Yes' : 'No') },
  { label: 'Requested for', value: (migration) => migration.requested_migration_date },
  { label: 'Requested', value: (migration) => showDate(migration.created_at) },
];
