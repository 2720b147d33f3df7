import { Box, Typography } from '@mui/material';
import type { MigrationRecord } from '@portal/contract';
import { useListContext } from 'react-admin';
import { NONE, showCount, showDate, showPlace } from '../format.ts';
import { BulkVerbButton } from '../kit/ActionButton.tsx';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { MigrationStatus } from '../records/states.tsx';
import {
  MigrationPrice,
  migrationColumns,
  migrationCsvColumns,
  migrationsHiddenByDefault,
} from './columns.tsx';
import { MigrationActions } from './MigrationActions.tsx';
import { approveMigration } from './verbs.ts';

const FILE = 'migrations.csv';

/** The requests to move a site over, those that wait first (spec 2, Admin dashboard). */
export default function MigrationList() {
  return (
    <AdminList
      title="Migrations"
      lead="Sites that dealers want to move over. Approving one makes it an active site."
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
      {filterValues.status === 'pending' && <BulkVerbButton verb={approveMigration} />}
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
