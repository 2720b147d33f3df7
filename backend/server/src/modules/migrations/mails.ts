import { SITE_BILLING } from '@portal/contract';
import { migrationDecider, reveal, type StoredMigrationDetails } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { type Block, button, factTable, type Letter, reasonGiven } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

/** @param url the page that the button opens */
function migrationFacts(
  details: Pick<StoredMigrationDetails, 'siteName' | 'siteCity' | 'siteState' | 'system7SiteId' | 'readers'>,
  url: string,
) {
  const { siteName, siteCity, siteState, system7SiteId, readers } = details;
  return { siteName, city: reveal(siteCity), state: reveal(siteState), system7SiteId, readers, url };
}

type MigrationFacts = ReturnType<typeof migrationFacts>;

const factsBlock = (migration: MigrationFacts): Block =>
  factTable(
    ['Site', migration.siteName],
    ['Location', `${migration.city}, ${migration.state}`],
    ['System 7 site ID', migration.system7SiteId],
    ['Readers', String(migration.readers)],
  );

/** Mails administrators (`admin_site_created`) about a migration that is waiting for approval. */
export const mailAdministratorsOnMigrationRequested = notification({
  name: 'mailAdministratorsOnMigrationRequested',
  types: ['MigrationRequested'],
  async write({ event }, ports) {
    const { migrationId, accountId, totalCents } = event.data;
    const facts = migrationFacts(event.data, ports.page(`/admin-dashboard/migrations/${migrationId}/show`));
    const company = await companyNameOf(ports, accountId);
    const paid = totalCents > 0 ? ` and paid ${formatDollars(totalCents)}` : '';
    const letter: Letter = {
      subject: 'A migration is waiting for approval',
      preheader: `${company} requests the migration of ${facts.siteName}.`,
      title: 'A migration is waiting for approval',
      blocks: [
        `${company} requests the migration of a legacy site${paid}.`,
        factsBlock(facts),
        button('Review the migration', facts.url),
      ],
    };
    return replies('migrationAwaitsApproval', await ports.administrators(), 'admin_site_created', letter);
  },
});

/** Mails the company's users about a requested, approved or deleted migration, each by its own flag. */
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
    // a deleted migration has no details
    const migration = await ports.stateBefore(envelope, migrationDecider);
    if (migration.status !== 'pending') return [];
    const facts = migrationFacts(migration.details, page);
    const users = await ports.usersOfAccount(migration.accountId);
    if (event.type === 'MigrationApproved') {
      return replies('migrationApproved', users, 'site_approved', migrationApproved(facts));
    }
    // for a paid one, the order's mail announces the refund
    if (migration.totalCents > 0) return [];
    const letter = migrationDeleted({ ...facts, reason: event.data.reason });
    return replies('migrationDeleted', users, 'site_deleted', letter);
  },
});

function migrationRequested(migration: MigrationFacts): Letter {
  return {
    subject: 'We received your migration request',
    preheader: `${migration.siteName} is waiting for approval.`,
    title: 'Migration request received',
    blocks: [
      'Thank you. Your migration is waiting for approval. You will get an email once it is approved.',
      factsBlock(migration),
      button('Open the dashboard', migration.url),
    ],
  };
}

export function migrationApproved(migration: MigrationFacts): Letter {
  return {
    subject: 'Your migration is approved',
    preheader: `${migration.siteName} is an active site.`,
    title: 'Your migration is approved',
    blocks: [
      `Your migration was approved and converted to a site. It is active, and ${SITE_BILLING.on}.`,
      factsBlock(migration),
      button('Open the dashboard', migration.url),
    ],
  };
}

function migrationDeleted(migration: MigrationFacts & { readonly reason: string | null }): Letter {
  return {
    subject: 'Your migration request was deleted',
    preheader: `${migration.siteName} was removed by an administrator.`,
    title: 'Your migration request was deleted',
    blocks: [
      'An administrator removed your migration request.',
      ...reasonGiven(migration.reason),
      factsBlock(migration),
    ],
  };
}
