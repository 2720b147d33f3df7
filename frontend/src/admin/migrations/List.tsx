import { csvAmount, type MigrationRecord } from '@portal/contract';
import { counted, modeText, NONE, showDate, showPlace } from '../../shared/text.ts';
import { BulkActionButton } from '../kit/ActionButton.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { countColumn, dateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardActions, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { CompanyName } from '../records/links.tsx';
import { MigrationStatus } from '../records/states.tsx';
import { approveMigration, MigrationActions, MigrationPrice } from './actions.tsx';

const migrationColumns: readonly ColumnProps<MigrationRecord>[] = [
  { source: 'migration_site_name', label: 'Site' },
  { source: 'status', label: 'Status', render: (migration) => <MigrationStatus migration={migration} /> },
  {
    source: 'company_name',
    label: 'Company',
    render: (migration) => <CompanyName id={migration.account_id} />,
  },
  { source: 'primary_contact', label: 'Contact', render: (migration) => migration.primary_contact || NONE },
  {
    source: 'current_system',
    label: 'Current system',
    render: (migration) => migration.current_system || NONE,
  },
  { source: 'system7_site_id', label: 'System 7 site ID', unbroken: true },
  {
    source: 'migration_site_city',
    label: 'Location',
    render: (migration) => showPlace(migration.migration_site_city, migration.migration_site_state),
  },
  countColumn('number_of_readers', 'Readers'),
  countColumn('number_of_acu_panels', 'ACU panels'),
  {
    source: 'total_amount',
    label: 'Paid',
    numeric: true,
    firstOrder: 'DESC',
    render: (migration) => <MigrationPrice migration={migration} />,
  },
  dateColumn('requested_migration_date', 'Requested for'),
  dateColumn('created_at', 'Requested'),
];

const csvColumns: readonly CsvColumn<MigrationRecord>[] = [
  { label: 'Site', value: (migration) => migration.migration_site_name },
  { label: 'Status', value: (migration) => migration.status },
  { label: 'Company', value: (migration) => migration.company_name },
  { label: 'Contact', value: (migration) => migration.primary_contact },
  { label: 'Current system', value: (migration) => migration.current_system },
  { label: 'System 7 site ID', value: (migration) => migration.system7_site_id },
  { label: 'Address', value: (migration) => migration.migration_site_address },
  { label: 'City', value: (migration) => migration.migration_site_city },
  { label: 'State', value: (migration) => migration.migration_site_state },
  { label: 'ZIP', value: (migration) => migration.migration_site_zip },
  { label: 'Readers', value: (migration) => Number(migration.number_of_readers) },
  { label: 'ACU panels', value: (migration) => Number(migration.number_of_acu_panels) },
  { label: 'Paid', value: (migration) => csvAmount(migration.total_amount) },
  { label: 'Mode', value: (migration) => modeText(migration.paid_in_test_mode) },
  { label: 'Requested for', value: (migration) => migration.requested_migration_date },
  { label: 'Requested', value: (migration) => showDate(migration.created_at) },
];

/** The migration requests, the oldest pending ones first (S2-2-admin). */
export default function MigrationList() {
  return (
    <AdminList<MigrationRecord>
      title="Migrations"
      lead="Migration requests. Approving one creates an active site."
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={{ status: 'pending' }}
      columns={migrationColumns}
      hiddenByDefault={[
        // the tabs are by status
        'status',
        'system7_site_id',
        'migration_site_city',
        'number_of_acu_panels',
        'requested_migration_date',
      ]}
      csvColumns={csvColumns}
      file="migrations"
      tabs={{
        label: 'Migrations by status',
        field: 'status',
        tabs: [
          { label: 'Pending', value: 'pending' },
          { label: 'Approved', value: 'approved' },
          { label: 'Deleted', value: 'deleted' },
        ],
      }}
      search={{ label: 'Search migrations', hint: 'Site, company, city or System 7 ID' }}
      label="Migration requests"
      empty={({ status }) =>
        status === undefined ? 'No migration requests found' : `No ${status} migration requests found`
      }
      // no bulk deletion: each paid one needs a reason of its own
      bulkActions={({ status }) => status === 'pending' && <BulkActionButton action={approveMigration} />}
      cardAside={(migration) => <MigrationStatus migration={migration} />}
      card={(migration) => (
        <>
          <CompanyName id={migration.account_id} />
          <CardText>
            <Unbroken text={`${migration.primary_contact || NONE} · ${migration.current_system || NONE}`} />
          </CardText>
          <CardText>
            <Unbroken
              text={`${showPlace(migration.migration_site_city, migration.migration_site_state)} · ${counted(migration.number_of_readers, 'reader')} · ${showDate(migration.created_at)}`}
            />{' '}
            ·&nbsp;
            <MigrationPrice migration={migration} />
          </CardText>
          <CardActions>
            <MigrationActions migration={migration} variant="outlined" />
          </CardActions>
        </>
      )}
      actions={(migration) => <MigrationActions migration={migration} />}
    />
  );
}
