import {
  migrationDecider,
  migrationStream,
  siteDecider,
  siteFromMigration,
  siteStream,
} from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';
import { siteOwner } from '../companies/module.ts';

/**
 * An approved migration becomes a site that is active at once (S2-4). The site's id is derived from
 * the migration's, so that one migration makes one site (rule D3).
 */
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
        stream: siteStream(siteId),
        accounts: [accountId],
        decider: siteDecider,
        command: siteFromMigration(migration, { siteId, userId, activeFrom }),
      }),
    ];
  },
});
