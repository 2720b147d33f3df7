import type { SiteRateFacts, SiteStatus } from '@portal/domain';

/** Facts of a site that the projected invoice depends on. */
export interface SiteBillingFacts extends SiteRateFacts {
  readonly status: SiteStatus;
  readonly readers: number;
}
