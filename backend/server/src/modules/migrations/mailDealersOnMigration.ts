import { migrationDecider } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { migrationApproved, migrationDeleted, migrationRequested } from './letters.ts';
import { migrationFacts } from './migrationFacts.ts';

/** The company's users hear that a migration was requested, approved or deleted, each by a flag of its own. */
export const mailDealersOnMigration = notification({
  name: 'mailDealersOnMigration',
  types: ['MigrationRequested', 'MigrationApproved', 'MigrationDeleted'],
  async write(envelope, ports) {
    const { event } = envelope;
    const page = ports.page('/dealer-dashboard');
    if (event.type === 'MigrationRequested') {
      const letter = migrationRequested(migrationFacts(event.data, page));
      const users = await ports.usersOfAccount(event.data.accountId);
      return replies('migrationRequested', users, 'site_created', letter);
    }
    // a deleted migration has no details any more
    const migration = await ports.stateBefore(envelope, migrationDecider);
    if (migration.status !== 'pending') return [];
    const facts = migrationFacts(migration.details, page);
    const users = await ports.usersOfAccount(migration.accountId);
    if (event.type === 'MigrationApproved') {
      return replies('migrationApproved', users, 'site_approved', migrationApproved(facts));
    }
    // one that was paid for is told of by its order, with the refund
    if (migration.totalCents > 0) return [];
    const letter = migrationDeleted({ ...facts, reason: event.data.reason });
    return replies('migrationDeleted', users, 'site_deleted', letter);
  },
});
