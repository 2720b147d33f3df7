import { reveal, type StoredSiteDetails } from '@portal/domain';
import type { SiteFacts } from './letters.ts';

/** What a letter tells of a site. @param url the page its button opens */
export function siteFacts(
  site: { readonly details: StoredSiteDetails; readonly readers: number },
  url: string,
): SiteFacts {
  const { siteName, siteCity, siteState } = site.details;
  return {
    siteName,
    city: reveal(siteCity),
    state: reveal(siteState),
    readers: site.readers,
    dashboardUrl: url,
  };
}
