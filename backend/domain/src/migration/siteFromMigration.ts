import { reveal } from '../kernel/personal.ts';
import type { AddSite } from '../site/commands.ts';
import { BLANK_SITE } from '../site/details.ts';
import type { Day } from '../values/days.ts';
import type { PresentMigration } from './migration.ts';

/** Who the new site belongs to and since when; `userId` is the requesting user's while that user is there. */
export interface ConvertedSite {
  readonly siteId: string;
  readonly userId: string;
  /** Billing day of the approval. */
  readonly activeFrom: Day;
}

/**
 * The command that makes an approved migration's site: active at once, at the dealer's rate, with the legacy system
 * as existing platform (S2-4; rule D3). AddSite twice yields nothing, and the id is derived
 * from the migration's, so one approval gives one site however often it is followed up. A detail whose key was
 * erased is written as erased again.
 */
export function siteFromMigration(migration: PresentMigration, to: ConvertedSite): AddSite {
  const { details } = migration;
  return {
    type: 'AddSite',
    siteId: to.siteId,
    accountId: migration.accountId,
    userId: to.userId,
    details: {
      ...BLANK_SITE,
      siteName: details.siteName,
      siteAddress: reveal(details.siteAddress),
      siteCity: reveal(details.siteCity),
      siteState: reveal(details.siteState),
      siteZip: reveal(details.siteZip),
      panels: details.panels,
      softwareVersion: details.softwareVersion,
      hardware: details.hardware,
      existingPlatform: details.otherSystem ?? details.currentSystem,
      siteNotes: details.notes === null ? null : reveal(details.notes),
    },
    readers: details.readers,
    requestedDate: details.requestedDate,
    migrationId: migration.migrationId,
    customRateCents: null,
    activeFrom: to.activeFrom,
  };
}
