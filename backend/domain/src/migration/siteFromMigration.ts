import type { AddSite } from '../site/commands.ts';
import { BLANK_SITE } from '../site/details.ts';
import type { Day } from '../values/days.ts';
import type { PresentMigration } from './migration.ts';

/** `userId`: the requesting user, or the account's next one if that user was deleted. */
export interface ConvertedSite {
  readonly siteId: string;
  readonly userId: string;
  /** Billing day of the approval. */
  readonly activeFrom: Day;
}

/**
 * The command that adds an approved migration's site: active at once, at the dealer's rate, with the legacy system as
 * existing platform (S2-4, rule D3). The site's id derives from the migration's, so repeating it has no effect. Erased
 * details stay erased.
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
      siteAddress: details.siteAddress,
      siteCity: details.siteCity,
      siteState: details.siteState,
      siteZip: details.siteZip,
      panels: details.panels,
      softwareVersion: details.softwareVersion,
      hardware: details.hardware,
      existingPlatform: details.otherSystem ?? details.currentSystem,
      siteNotes: details.notes,
    },
    readers: details.readers,
    requestedDate: details.requestedDate,
    migrationId: migration.migrationId,
    customRateCents: null,
    activeFrom: to.activeFrom,
  };
}
