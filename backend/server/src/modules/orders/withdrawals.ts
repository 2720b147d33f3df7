import { migrationDecider, migrationStream, siteDecider, siteStream } from '@portal/domain';
import type { Load } from '../../kernel/execute.ts';
import { type Consequence, consequence } from '../../kernel/process.ts';

/** Deletes what was made of these entries of an order and never approved; what was approved stays. */
export async function withdrawals(
  entryIds: readonly string[],
  reason: string | null,
  load: Load,
): Promise<readonly Consequence[]> {
  const consequences: Consequence[] = [];
  for (const id of entryIds) {
    const site = await load(siteStream(id), siteDecider);
    if (site.status !== 'none' && site.status !== 'deleted' && site.firstActivatedOn === null) {
      consequences.push(
        consequence({
          stream: siteStream(id),
          accounts: [site.accountId],
          decider: siteDecider,
          key: `withdraw ${id}`,
          command: { type: 'DeleteSite', reason },
        }),
      );
    }
    const migration = await load(migrationStream(id), migrationDecider);
    if (migration.status === 'pending') {
      consequences.push(
        consequence({
          stream: migrationStream(id),
          accounts: [migration.accountId],
          decider: migrationDecider,
          key: `withdraw ${id}`,
          command: { type: 'DeleteMigration', reason },
        }),
      );
    }
  }
  return consequences;
}
