import { Box } from '@mui/material';
import { type MigrationRecord, paths } from '@portal/contract';
import { momentText, showCount, showPlace, softwareText } from '../../../shared/text.ts';
import { History } from '../../kit/History.tsx';
import { linkFact } from '../../records/links.tsx';
import { DemoBadge, MigrationStatus } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show, useLeaveRecord } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { MigrationActions } from './actions.tsx';
import { migrationFields } from './fields.tsx';

/** One migration with all its fields, and what happened to it (S1-3). */
export default function MigrationShow() {
  const leave = useLeaveRecord('migrations');
  return (
    <Show<MigrationRecord>
      noun="migration"
      lead={(migration) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <MigrationStatus migration={migration} />
          {migration.paid_in_test_mode && <DemoBadge />}
        </Box>
      )}
      actions={(migration) => (
        <MigrationActions migration={migration} variant="contained" others="outlined" leave={leave} />
      )}
    >
      {(migration) => (
        <TabbedShowLayout label="Parts of this migration">
          <Tab label="Details" path="details">
            <SimpleShowLayout facts={factsOfMigration(migration)} />
          </Tab>
          <Tab label="History" path="history">
            <History path={paths.admin.migrationHistory(migration.id)} />
          </Tab>
        </TabbedShowLayout>
      )}
    </Show>
  );
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

const factsOfMigration = (migration: MigrationRecord) => [
  ...factsOf(migrationFields, migration, ['company_name', 'primary_contact', 'current_system']),
  ...factsOf(migrationFields, migration, ['other_system', 'system7_site_id']),
  { label: 'Requested', value: momentText(migration.created_at) },
  ...factsOf(migrationFields, migration, ['requested_migration_date', 'migration_site_address']),
  {
    label: 'City',
    value: showPlace(
      migration.migration_site_city,
      migration.migration_site_state,
      migration.migration_site_zip,
    ),
  },
  ...factsOf(migrationFields, migration, ['number_of_readers', 'number_of_acu_panels']),
  { label: 'Controllers', value: migration.num_controllers },
  { label: 'Cards', value: showCount(Number(migration.num_cards)) },
  { label: 'Database required', value: migration.database_required === 'yes' ? 'Yes' : 'No' },
  { label: 'Software version', value: softwareText(migration.software_version) },
  { label: 'Aurora License', value: yesNo(migration.aurora_license) },
  { label: 'Reverse Network IP License', value: yesNo(migration.reverse_network_ip) },
  { label: 'CA 150 Panel', value: yesNo(migration.ca150_panel) },
  { label: 'Netcom6P', value: yesNo(migration.netcom6p) },
  { label: 'Hardware', value: migration.hardware.join(', ') },
  { label: 'Shipping', value: yesNo(migration.include_shipping) },
  ...factsOf(migrationFields, migration, ['total_amount']),
  ...linkFact('Order', 'orders', migration.order_id, 'Open the order'),
  ...linkFact('Site', 'sites', migration.site_id, 'Open the site'),
  { label: 'Notes', value: migration.migration_notes },
];
