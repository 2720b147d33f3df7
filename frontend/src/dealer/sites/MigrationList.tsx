import { Box, Typography } from '@mui/material';
import type { Migration } from '@portal/contract';
import { counted, dateText } from '../../shared/text.ts';
import { EmptyState } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { rowStyle } from './parts.tsx';

/** S2-4. */
const STATUS: Readonly<Record<string, { readonly tone: Tone; readonly text: string }>> = {
  pending: { tone: 'warning', text: 'Pending Admin Approval' },
  approved: { tone: 'success', text: 'Approved' },
  deleted: { tone: 'neutral', text: 'Deleted' },
};

interface MigrationListProps {
  readonly migrations: readonly Migration[];
  readonly ordered: readonly string[];
}

/** The migration requests, the oldest pending ones first (S2-2-admin). */
export function MigrationList({ migrations, ordered }: MigrationListProps) {
  if (migrations.length === 0) return <EmptyState text="No migration requests found." />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {migrations.map((migration) => (
        <Box
          key={migration.id}
          component="li"
          sx={{
            ...rowStyle,
            bgcolor: ordered.includes(migration.id) ? 'primary.light' : undefined,
            gridTemplateColumns: { xs: '1fr', md: '2fr 2fr 1fr' },
          }}
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <Typography component="h3" variant="h3">
              {migration.migration_site_name}
            </Typography>
            <Muted>
              {migration.migration_site_city}, {migration.migration_site_state}
            </Muted>
          </Box>
          <Typography variant="body2">
            System 7 site {migration.system7_site_id}, {counted(migration.number_of_readers, 'reader')}
            {migration.requested_migration_date !== null &&
              `, requested ${dateText(migration.requested_migration_date)}`}
          </Typography>
          <Box>
            <StatusBadge tone={STATUS[migration.status]?.tone ?? 'neutral'}>
              {STATUS[migration.status]?.text ?? migration.status}
            </StatusBadge>{' '}
            {ordered.includes(migration.id) && <StatusBadge tone="success">New</StatusBadge>}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
