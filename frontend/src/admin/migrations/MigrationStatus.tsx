import type { MigrationRecord } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';

const LOOK: Readonly<Record<string, readonly [Tone, string]>> = {
  pending: ['warning', 'Pending'],
  approved: ['success', 'Approved'],
  deleted: ['neutral', 'Deleted'],
};

/** A migration's status as a word on its colour; the word alone carries the meaning. */
export function MigrationStatus({ migration }: { readonly migration: Pick<MigrationRecord, 'status'> }) {
  const [tone, label] = LOOK[migration.status] ?? ['neutral', migration.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
