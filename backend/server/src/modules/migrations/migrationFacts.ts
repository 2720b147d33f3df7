import { reveal, type StoredMigrationDetails } from '@portal/domain';
import type { MigrationFacts } from './letters.ts';

/** What a letter tells of a migration. @param url the page its button opens */
export function migrationFacts(
  details: Pick<StoredMigrationDetails, 'siteName' | 'siteCity' | 'siteState' | 'system7SiteId' | 'readers'>,
  url: string,
): MigrationFacts {
  const { siteName, siteCity, siteState, system7SiteId, readers } = details;
  return { siteName, city: reveal(siteCity), state: reveal(siteState), system7SiteId, readers, url };
}
