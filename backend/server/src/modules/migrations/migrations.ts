import {
  conflict,
  migrationDecider,
  migrationStream,
  notFound,
  onMigration,
  onSite,
  siteFromMigration,
  unprocessable,
} from '@portal/domain';
import { v5 } from 'uuid';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { siteOwner } from '../companies/module.ts';
import { findOrder, refundOfEntry, refuseWhileDisputed } from '../orders/module.ts';

/** Namespace of the ids of sites that migrations become (rule D3). */
const SITES_OF_MIGRATIONS = '0d9a5f6e-5a0b-5f5c-8a3d-5be2a4d3c1f0';

/**
 * ApproveMigration by an administrator: a process makes the site, which is active at once. Idempotent.
 * @throws BusinessRefusal 'Migration not found' (not_found); conflict if it was deleted
 */
export async function approveMigration(
  ports: CommandPorts,
  migrationId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<{ readonly siteId: string; readonly chain: CausalChain }> {
  const migration = await ports.load(migrationStream(migrationId), migrationDecider);
  if (migration.status === 'none') throw notFound('Migration not found');
  if (migration.status === 'deleted') throw conflict('This migration was deleted meanwhile.');
  const siteId = v5(migrationId, SITES_OF_MIGRATIONS);
  const chain = await runCommand(ports, {
    ...onMigration(migrationId, migration.accountId),
    command: { type: 'ApproveMigration', siteId, activeFrom: ports.billingDay(context.time) },
    context,
    reason: reason || undefined,
    seenRevision,
  });
  return { siteId, chain };
}

/**
 * DeleteMigration by an administrator. A paid pending one is refunded and needs a reason (rule D17).
 * @throws BusinessRefusal 'Migration not found' (not_found); unprocessable without a required reason, once approved,
 * or while the bank disputes its payment
 */
export async function deleteMigration(
  ports: CommandPorts,
  migrationId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<CausalChain> {
  const migration = await ports.load(migrationStream(migrationId), migrationDecider);
  if (migration.status === 'none' || migration.status === 'deleted') {
    throw notFound('Migration not found');
  }
  if (migration.status === 'pending' && migration.totalCents > 0 && (reason ?? '') === '') {
    throw unprocessable(
      'Please give a reason: this migration was paid for, and the dealer is told why.',
      'reason',
    );
  }
  const order = migration.orderId === null ? null : await findOrder(ports, migration.orderId);
  if (order !== null) await refuseWhileDisputed(ports, order, [migrationId]);
  return runCommand(ports, {
    ...onMigration(migrationId, migration.accountId),
    command: { type: 'DeleteMigration', reason: reason || null },
    context,
    gives: () => [refundOfEntry(order, migrationId)],
    reason: reason || undefined,
    seenRevision,
  });
}

/** An approved migration becomes one site, active at once (S2-4, rule D3). */
export const makeSiteOfApprovedMigration = process({
  name: 'makeSiteOfApprovedMigration',
  types: ['MigrationApproved'],
  async decide({ event }, load) {
    const { migrationId, accountId, siteId, activeFrom } = event.data;
    const migration = await load(migrationStream(migrationId), migrationDecider);
    if (migration.status !== 'approved') return [];
    const userId = (await siteOwner(migration, load)) ?? migration.userId;
    return [
      consequence({
        ...onSite(siteId, accountId),
        command: siteFromMigration(migration, { siteId, userId, activeFrom }),
      }),
    ];
  },
});
