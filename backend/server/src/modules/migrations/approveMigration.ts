import { BusinessRefusal, migrationDecider, migrationStream, type PresentMigration } from '@portal/domain';
import { v5 } from 'uuid';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';

/** Namespace of the ids of sites that migrations become. */
const SITES_OF_MIGRATIONS = '0d9a5f6e-5a0b-5f5c-8a3d-5be2a4d3c1f0';

/** The site that a migration becomes: the same however often it is approved (decisions, Data). */
export const siteIdOfMigration = (migrationId: string): string => v5(migrationId, SITES_OF_MIGRATIONS);

/**
 * ApproveMigration by an administrator: a process makes the site, which is active at once. Approving twice is no
 * change. @throws BusinessRefusal 'Migration not found' (not_found); conflict for one that was deleted
 */
export async function approveMigration(
  ports: CommandPorts,
  migrationId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<{ readonly siteId: string; readonly chain: CausalChain }> {
  const { accountId } = await presentMigration(ports, migrationId);
  const siteId = siteIdOfMigration(migrationId);
  const { appended } = await ports.execute({
    stream: migrationStream(migrationId),
    decider: migrationDecider,
    command: { type: 'ApproveMigration', siteId, activeFrom: ports.billingDay(context.time) },
    context,
    accounts: [accountId],
    reason: reason || undefined,
    seenRevision,
  });
  return { siteId, chain: await ports.followUp(appended) };
}

/** A migration that is pending or approved. @throws BusinessRefusal not_found; conflict for a deleted one */
export async function presentMigration(
  ports: Pick<CommandPorts, 'load'>,
  migrationId: string,
): Promise<PresentMigration> {
  const migration = await ports.load(migrationStream(migrationId), migrationDecider);
  if (migration.status === 'none') throw new BusinessRefusal('not_found', 'Migration not found');
  if (migration.status === 'deleted') {
    throw new BusinessRefusal('conflict', 'This migration was deleted meanwhile.');
  }
  return migration;
}
