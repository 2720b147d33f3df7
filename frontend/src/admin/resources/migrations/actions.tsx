import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { type MigrationRecord, SITE_BILLING } from '@portal/contract';
import { counted, dollarsText } from '../../../shared/text.ts';
import { ActionButton, type ActionVariant } from '../../kit/ActionButton.tsx';
import type { Action, BulkAction } from '../../kit/ActionDialog.tsx';
import { DemoBadge, TEST_MONEY } from '../../records/states.tsx';

/** The list is read once more this long after an approval (S2-4, S2-9). */
const REFETCH_MS = 1_000;
const NOT_AVAILABLE = 'N/A';

/** Approval converts the migration into a site, once (S2-4; rule D3). */
export const approveMigration: BulkAction<MigrationRecord> = {
  resource: 'migrations',
  name: 'approve',
  label: 'Approve migration',
  icon: CheckIcon,
  question: (migration) => `Approve migration of ${migration.migration_site_name}?`,
  bulkQuestion: (count) => `Approve ${counted(count, 'migration')}?`,
  warning: (migration) => (migration.paid_in_test_mode ? TEST_MONEY : null),
  consequences: [
    'The migration becomes an active site today.',
    `The site is ${SITE_BILLING.on}.`,
    'Technical support is available for it.',
  ],
  done: 'Migration Approved',
  doneText: ({ message }) =>
    typeof message === 'string' ? message : 'The migration was approved and converted to a site.',
  refetchAfterMs: REFETCH_MS,
  failed: 'Failed to approve migration.',
  run: (portal, id) => portal.approveMigration(id),
};

/** Whether it was paid; deleting it then refunds the payment (rule D17). */
const wasPaid = (migration: MigrationRecord) => migration.order_id !== null && migration.total_amount > 0;

/** Confirm Delete Migration (S2-2-admin). */
const deleteMigration: Action<MigrationRecord> = {
  resource: 'migrations',
  name: 'delete',
  label: 'Delete',
  icon: DeleteIcon,
  destructive: true,
  question: () => 'Confirm Delete Migration',
  facts: (migration) => [
    { label: 'Company', value: migration.company_name || NOT_AVAILABLE },
    { label: 'Contact', value: migration.primary_contact || NOT_AVAILABLE },
    { label: 'Current system', value: migration.current_system || NOT_AVAILABLE },
  ],
  consequences: [
    'The request is removed from the list; no site is created.',
    'If it was paid, the payment is refunded and the dealer gets the reason by email.',
  ],
  why: 'Recorded in the history; shown to the dealer if the migration was paid.',
  whyNeeded: wasPaid,
  done: 'Migration deleted',
  failed: 'Failed to delete migration.',
  run: (portal, id, meta) => portal.delete('migrations', { id, meta }),
};

interface MigrationActionsProps {
  readonly migration: MigrationRecord;
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the page of a deleted migration. */
  readonly leave?: () => void;
}

/** The actions on a migration. */
export function MigrationActions(props: MigrationActionsProps) {
  const { migration, variant = 'text', others = 'icon', leave } = props;
  return (
    <>
      <ActionButton action={approveMigration} record={migration} variant={variant} />
      <ActionButton action={deleteMigration} record={migration} variant={others} leave={leave} />
    </>
  );
}

/** What was paid for a migration, with its mode. */
export const MigrationPrice = ({ migration }: { readonly migration: MigrationRecord }) => (
  <>
    {dollarsText(migration.total_amount)} {migration.paid_in_test_mode && <DemoBadge />}
  </>
);
