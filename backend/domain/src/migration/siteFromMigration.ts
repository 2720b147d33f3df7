import type { AddSite } from '../site/commands.ts';
import { BLANK_SITE } from '../site/details.ts';
import type { PresentMigration } from './migration.ts';

/**
 * The command that adds an approved migration's site: active at once, at the dealer's rate, with the legacy system as
 * existing platform (S2-4, rule D3). The site's id derives from the migration's, so repeating it has no effect. Erased
 * details stay erased.
 * @param to.userId the requesting user, or the account's next one if that user was deleted
 * @param to.activeFrom billing day of the approval
 */
export function siteFromMigration(
  migration: PresentMigration,
  to: Pick<AddSite, 'siteId' | 'userId' | 'activeFrom'>,
): AddSite {
  const { details } = migration;
  return {
    type: 'AddSite',
    ...to,
    accountId: migration.accountId,
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
  };
}
