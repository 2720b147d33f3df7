import { BusinessRefusal, migrationDecider, migrationStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';

/**
 * DeleteMigration by an administrator. A pending one that was paid for needs a reason: the money goes back and the
 * dealer is told why (decisions, Data).
 * @throws BusinessRefusal 'Migration not found' (not_found), also for one that is deleted already; unprocessable
 * without a reason, or once it was approved
 */
export async function deleteMigration(
  ports: CommandPorts,
  migrationId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<CausalChain> {
  const migration = await ports.load(migrationStream(migrationId), migrationDecider);
  if (migration.status === 'none' || migration.status === 'deleted') {
    throw new BusinessRefusal('not_found', 'Migration not found');
  }
  if (migration.status === 'pending' && migration.totalCents > 0 && (reason ?? '') === '') {
    throw new BusinessRefusal(
      'unprocessable',
      'Please give a reason: this migration was paid for, and the dealer is told why.',
      'reason',
    );
  }
  const { appended } = await ports.execute({
    stream: migrationStream(migrationId),
    decider: migrationDecider,
    command: { type: 'DeleteMigration', reason: reason || null },
    context,
    accounts: [migration.accountId],
    reason: reason || undefined,
    seenRevision,
  });
  return ports.followUp(appended);
}
