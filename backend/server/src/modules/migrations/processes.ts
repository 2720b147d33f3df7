import { migrationDecider, migrationStream, onSite, siteFromMigration } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';
import { siteOwner } from '../companies/module.ts';

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
