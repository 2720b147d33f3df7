import { Box } from '@mui/material';
import { type MigrationRecord, paths } from '@portal/contract';
import { momentText, showCount, showDate, showPlace, softwareText } from '../../shared/text.ts';
import { historyTab } from '../kit/History.tsx';
import { factsTab, RecordPage, useLeaveRecord } from '../kit/RecordPage.tsx';
import { CompanyName, linkFact } from '../records/links.tsx';
import { DemoBadge, MigrationStatus } from '../records/states.tsx';
import { MigrationActions, MigrationPrice } from './actions.tsx';

/** One migration with all its fields, and what happened to it (S1-3). */
export default function MigrationShow() {
  const leave = useLeaveRecord('migrations');
  return (
    <RecordPage<MigrationRecord>
      listLabel="Migrations"
      noun="migration"
      title={(migration) => migration.migration_site_name}
      lead={(migration) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <MigrationStatus migration={migration} />
          {migration.paid_in_test_mode && <DemoBadge />}
        </Box>
      )}
      actions={(migration) => (
        <MigrationActions migration={migration} variant="contained" others="outlined" leave={leave} />
      )}
      tabs={(migration) => [
        factsTab('Details', factsOf(migration)),
        historyTab(paths.admin.migrationHistory(migration.id)),
      ]}
    />
  );
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

function factsOf(migration: MigrationRecord) {
  return [
    { label: 'Company', value: <CompanyName id={migration.account_id} /> },
    { label: 'Contact', value: migration.primary_contact },
    { label: 'Current system', value: migration.current_system },
    { label: 'Other system', value: migration.other_system },
    { label: 'System 7 site ID', value: migration.system7_site_id },
    { label: 'Requested', value: momentText(migration.created_at) },
    { label: 'Requested for', value: showDate(migration.requested_migration_date) },
    { label: 'Address', value: migration.migration_site_address },
    {
      label: 'City',
      value: showPlace(
        migration.migration_site_city,
        migration.migration_site_state,
        migration.migration_site_zip,
      ),
    },
    { label: 'Readers', value: showCount(Number(migration.number_of_readers)) },
    { label: 'ACU panels', value: migration.number_of_acu_panels },
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
    { label: 'Paid', value: <MigrationPrice migration={migration} /> },
    ...linkFact('Order', 'orders', migration.order_id, 'Open the order'),
    ...linkFact('Site', 'sites', migration.site_id, 'Open the site'),
    { label: 'Notes', value: migration.migration_notes },
  ];
}
