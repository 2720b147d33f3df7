import type { MigrationRecord } from '@portal/contract';
import { counted, NONE, showDate, showPlace } from '../../../shared/text.ts';
import { BulkActionButton } from '../../kit/ActionButton.tsx';
import { Unbroken } from '../../kit/parts.tsx';
import { CompanyName } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { approveMigration, MigrationActions, MigrationPrice } from './actions.tsx';
import { migrationFields } from './fields.tsx';

const TABS = {
  label: 'Migrations by status',
  source: 'status',
  tabs: { Pending: 'pending', Approved: 'approved', Deleted: 'deleted' },
} as const;

/** The migration requests, the oldest pending ones first (S2-2-admin). */
export default function MigrationList() {
  return (
    <List
      resource="migrations"
      title="Migrations"
      lead="Migration requests. Approving one creates an active site."
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={{ status: 'pending' }}
      fields={migrationFields}
      tabs={TABS}
      filters={<SearchInput label="Search migrations" placeholder="Site, company, city or System 7 ID" />}
    >
      <DataTable<MigrationRecord>
        label="Migration requests"
        empty={({ status }) =>
          status === undefined ? 'No migration requests found' : `No ${status} migration requests found`
        }
        // no bulk deletion: each paid one needs a reason of its own
        bulkActionButtons={({ status }) =>
          status === 'pending' && <BulkActionButton action={approveMigration} />
        }
        cardAside="status"
        card={(migration) => (
          <>
            <CompanyName id={migration.account_id} />
            <CardText>{`${migration.primary_contact || NONE} · ${migration.current_system || NONE}`}</CardText>
            <CardText>
              <Unbroken
                text={`${showPlace(migration.migration_site_city, migration.migration_site_state)} · ${counted(migration.number_of_readers, 'reader')} · ${showDate(migration.created_at)}`}
              />{' '}
              ·&nbsp;
              <MigrationPrice migration={migration} />
            </CardText>
          </>
        )}
        actions={(migration, look) => <MigrationActions migration={migration} {...look} />}
      />
    </List>
  );
}
