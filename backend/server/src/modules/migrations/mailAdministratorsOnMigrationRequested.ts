import { accountDecider, accountStream, reveal } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { migrationAwaitsApproval } from './letters.ts';
import { migrationFacts } from './migrationFacts.ts';

/** Administrators with `admin_site_created` hear that a migration waits for approval. */
export const mailAdministratorsOnMigrationRequested = notification({
  name: 'mailAdministratorsOnMigrationRequested',
  types: ['MigrationRequested'],
  async write({ event }, ports) {
    const { migrationId, accountId, totalCents } = event.data;
    const account = await ports.load(accountStream(accountId), accountDecider);
    const letter = migrationAwaitsApproval({
      ...migrationFacts(event.data, ports.page(`/admin-dashboard/migrations/${migrationId}/show`)),
      company: account.status === 'none' ? 'A dealer' : reveal(account.company.name),
      totalCents,
    });
    return replies('migrationAwaitsApproval', await ports.administrators(), 'admin_site_created', letter);
  },
});
