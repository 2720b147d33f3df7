import type { MigrationRecord } from '@portal/contract';
import { type ActionVariant, VerbButton } from '../kit/ActionButton.tsx';
import { approveMigration, deleteMigration } from './verbs.ts';

interface MigrationActionsProps {
  readonly migration: MigrationRecord;
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the migration's own page once it is gone. */
  readonly leave?: () => void;
}

/** All that can be done with a migration: a pending one is approved or deleted. */
export function MigrationActions(props: MigrationActionsProps) {
  const { migration, variant = 'text', others = 'icon', leave } = props;
  return (
    <>
      <VerbButton verb={approveMigration} record={migration} variant={variant} />
      <VerbButton verb={deleteMigration} record={migration} variant={others} leave={leave} />
    </>
  );
}
