import { Box, Typography } from '@mui/material';
import type { MigrationRecord } from '@portal/contract';
import { useListContext } from 'react-admin';
import { NONE, showCount, showDate, showPlace } from '../../shared/text.ts';
import { BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { MigrationStatus } from '../records/states.tsx';
import { approveMigration, MigrationActions, MigrationPrice } from './actions.tsx';

/** The columns of the migrations list; the first opens the migration. */
const migrationColumns: readonly ColumnProps<MigrationRecord>[] = [
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

const migrationsHiddenByDefault = ['system7_site_id', 'number_of_acu_panels', 'requested_migration_date'];

const migrationCsvColumns: readonly CsvColumn<MigrationRecord>[] = [
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

const FILE = 'migrations.csv';

/** The requests to move a site over, those that wait first (S2-2-admin). */
export default function MigrationList() {
  return (
    <AdminList
      title="Migrations"
      lead="Migration requests. Approving one creates an active site."
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={{ status: 'pending' }}
      actions={
        <>
          <ColumnChooser columns={migrationColumns} hiddenByDefault={migrationsHiddenByDefault} />
          <ExportCsv columns={migrationCsvColumns} filename={FILE} />
        </>
      }
      tabs={
        <FilterTabs
          label="Migrations by status"
          field="status"
          tabs={[
            { label: 'Pending', value: 'pending' },
            { label: 'Approved', value: 'approved' },
            { label: 'Deleted', value: 'deleted' },
          ]}
        />
      }
      search={<SearchField label="Search migrations" hint="Site, company, city or System 7 ID" />}
    >
      <MigrationRows />
    </AdminList>
  );
}

function MigrationRows() {
  const { filterValues } = useListContext<MigrationRecord>();
  const { status } = filterValues;
  return (
    <RecordTable<MigrationRecord>
      label="Migration requests"
      columns={migrationColumns}
      empty={status === undefined ? 'No migration requests found' : `No ${status} migration requests found`}
      hiddenByDefault={migrationsHiddenByDefault}
      bulkActions={<MigrationBulkActions />}
      card={(migration) => <MigrationCard migration={migration} />}
      actions={(migration) => <MigrationActions migration={migration} />}
    />
  );
}

/** Deleting many at once is left out: each paid one asks for a reason of its own. */
function MigrationBulkActions() {
  const { filterValues } = useListContext<MigrationRecord>();
  return (
    <>
      {filterValues.status === 'pending' && <BulkActionButton action={approveMigration} />}
      <ExportSelected columns={migrationCsvColumns} filename={FILE} />
    </>
  );
}

function MigrationCard({ migration }: { readonly migration: MigrationRecord }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="migrations" id={migration.id}>
          {migration.migration_site_name}
        </RecordLink>
        <MigrationStatus migration={migration} />
      </CardHead>
      <CompanyName id={migration.account_id} />
      <Typography variant="body2" color="text.secondary" component="div">
        {migration.primary_contact || NONE} · {migration.current_system || NONE}
      </Typography>
      <Typography variant="body2" color="text.secondary" component="div">
        {showPlace(migration.migration_site_city, migration.migration_site_state)} ·{' '}
        {showCount(Number(migration.number_of_readers))} readers · {showDate(migration.created_at)} ·{' '}
        <MigrationPrice migration={migration} />
      </Typography>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <MigrationActions migration={migration} variant="outlined" />
      </Box>
    </>
  );
}
