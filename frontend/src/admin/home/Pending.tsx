import { Box, Typography } from '@mui/material';
import type { AdminUser, MigrationRecord, Site } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { showCount, showDate } from '../../shared/text.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { approveMigration } from '../migrations/actions.tsx';
import { CompanyName, NO_DEALER_ID, RecordLink, useListPath } from '../records/links.tsx';
import { approveSite } from '../sites/actions.tsx';
import { approveUser } from '../users/actions.tsx';
import { Panel, Rows } from './Panel.tsx';

/** Who has waited longest comes first. */
const OLDEST_FIRST = { field: 'created_at', order: 'ASC' } as const;

/** Dealers who registered and wait for approval. */
export function PendingDealers() {
  const listPath = useListPath();
  const filter = { is_approved: false };
  return (
    <Panel title="Dealers to approve" all={{ to: listPath('users', filter), label: 'All pending users' }}>
      <Rows<AdminUser>
        resource="users"
        filter={filter}
        sort={OLDEST_FIRST}
        none="No dealers pending approval."
        row={(user) => (
          <>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <RecordLink resource="users" id={user.id}>
                {user.company || user.name}
              </RecordLink>
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {user.email} · {showDate(user.created_at)}
              </Typography>
            </Box>
            <ActionButton action={approveUser} record={user} variant="outlined" />
          </>
        )}
      />
    </Panel>
  );
}

/** Sites that dealers ordered and that wait for approval. */
export function PendingSites() {
  const listPath = useListPath();
  const filter = { status: 'pending' };
  return (
    <Panel title="Sites to approve" all={{ to: listPath('sites', filter), label: 'All pending sites' }}>
      <Rows<Site>
        resource="sites"
        filter={filter}
        sort={OLDEST_FIRST}
        none="No sites pending approval."
        row={(site) => (
          <>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <RecordLink resource="sites" id={site.id}>
                {site.site_name}
              </RecordLink>
              <Typography variant="body2" color="text.secondary" component="div">
                <CompanyName id={site.account_id} /> · {showCount(Number(site.number_of_readers))} readers ·{' '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {showDate(site.created_at)}
                </Box>
              </Typography>
            </Box>
            <ActionButton action={approveSite} record={site} variant="outlined" />
          </>
        )}
      />
    </Panel>
  );
}

/** Migrations that dealers ordered and that wait for approval. */
export function PendingMigrations() {
  const listPath = useListPath();
  const filter = { status: 'pending' };
  return (
    <Panel
      title="Migrations to approve"
      all={{ to: listPath('migrations', filter), label: 'All pending migrations' }}
    >
      <Rows<MigrationRecord>
        resource="migrations"
        filter={filter}
        sort={OLDEST_FIRST}
        none="No migrations pending approval."
        row={(migration) => (
          <>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <RecordLink resource="migrations" id={migration.id}>
                {migration.migration_site_name}
              </RecordLink>
              <Typography variant="body2" color="text.secondary" component="div">
                <CompanyName id={migration.account_id} /> · {showCount(Number(migration.number_of_readers))}{' '}
                readers ·{' '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {showDate(migration.created_at)}
                </Box>
              </Typography>
            </Box>
            <ActionButton action={approveMigration} record={migration} variant="outlined" />
          </>
        )}
      />
    </Panel>
  );
}

const LARGEST_FIRST = { field: 'projected_monthly_invoice_cents', order: 'DESC' } as const;

/** The dealers with the largest projected monthly invoices. */
export function LargestInvoices() {
  const listPath = useListPath();
  return (
    <Panel title="Largest projected invoices" all={{ to: listPath('users'), label: 'All users' }}>
      <Rows<AdminUser>
        resource="users"
        filter={{ is_approved: true, is_admin: false }}
        sort={LARGEST_FIRST}
        none="No approved dealers yet."
        row={(user) => (
          <>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <RecordLink resource="users" id={user.id}>
                {user.company || user.name}
              </RecordLink>
              <Typography variant="body2" color="text.secondary">
                {user.dealer_id ?? NO_DEALER_ID} · {showCount(user.active_sites)} active sites ·{' '}
                {showCount(user.total_readers)} readers
              </Typography>
            </Box>
            <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {formatDollars(user.projected_monthly_invoice_cents)}
            </Typography>
          </>
        )}
      />
    </Panel>
  );
}
