import type { SiteRateFacts, SiteStatus } from '@portal/domain';

/** What one site contributes to its account's next invoice. */
export interface SiteBillingFacts extends SiteRateFacts {
  readonly status: SiteStatus;
  readonly readers: number;
}
