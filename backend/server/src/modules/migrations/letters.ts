import { SITE_BILLING } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import type { Block, Letter } from '../../platform/mail/letter.ts';

/** The letters about a migration, each sent only where the reader's flags say so (spec 2, section 3). */

export interface MigrationFacts {
  readonly siteName: string;
  readonly city: string;
  readonly state: string;
  readonly system7SiteId: string;
  readonly readers: number;
  /** The page its button opens. */
  readonly url: string;
}

const facts = (migration: MigrationFacts): Block => ({
  kind: 'facts',
  facts: [
    ['Site', migration.siteName],
    ['Place', `${migration.city}, ${migration.state}`],
    ['System 7 site ID', migration.system7SiteId],
    ['Readers', String(migration.readers)],
  ],
});
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

/** To administrators (`admin_site_created`). Cents; 0 for a free one. */
export function migrationAwaitsApproval(
  migration: MigrationFacts & { readonly company: string; readonly totalCents: number },
): Letter {
  const paid = migration.totalCents > 0 ? ` and paid ${formatDollars(migration.totalCents)}` : '';
  return {
    subject: 'A migration waits for approval',
    preheader: `${migration.company} asks for ${migration.siteName} to be moved.`,
    title: 'A migration waits for approval',
    blocks: [
      paragraph(`${migration.company} asks for a legacy site to be moved${paid}.`),
      facts(migration),
      { kind: 'button', label: 'Review the migration', href: migration.url },
    ],
  };
}

/** To the dealer (`site_created`). */
export function migrationRequested(migration: MigrationFacts): Letter {
  return {
    subject: 'We received your migration request',
    preheader: `${migration.siteName} waits for approval.`,
    title: 'Migration request received',
    blocks: [
      paragraph(
        'Thank you. Your migration waits for approval by our team; we write again as soon as it is done.',
      ),
      facts(migration),
      { kind: 'button', label: 'Open the dashboard', href: migration.url },
    ],
  };
}

/** To the dealer (`site_approved`): it became a site. */
export function migrationApproved(migration: MigrationFacts): Letter {
  return {
    subject: 'Your migration is approved',
    preheader: `${migration.siteName} is an active site.`,
    title: 'Your migration is approved',
    blocks: [
      paragraph(`Your migration was approved and converted to a site. It is active, and ${SITE_BILLING.on}.`),
      facts(migration),
      { kind: 'button', label: 'Open the dashboard', href: migration.url },
    ],
  };
}

/** To the dealer (`site_deleted`): it will not be moved; one that was paid for is told of by its order instead. */
export function migrationDeleted(migration: MigrationFacts & { readonly reason: string | null }): Letter {
  return {
    subject: 'Your migration request was deleted',
    preheader: `${migration.siteName} was removed by an administrator.`,
    title: 'Your migration request was deleted',
    blocks: [
      paragraph('An administrator removed your migration request.'),
      ...(migration.reason === null ? [] : [paragraph(`Reason: ${migration.reason}`)]),
      facts(migration),
    ],
  };
}
