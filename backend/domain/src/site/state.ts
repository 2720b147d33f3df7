import type { DatedRate, DatedRates } from '../rates/datedRates.ts';
import type { Day } from '../values/days.ts';
import type { StoredSiteDetails } from './details.ts';

export type SiteStatus = 'pending' | 'active' | 'inactive';

/** A site that exists. */
export interface PresentSite {
  readonly status: SiteStatus;
  readonly siteId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly details: StoredSiteDetails;
  readonly readers: number;
  readonly customRates: DatedRates<DatedRate>;
  /** Billing day of the first activation; a reactivation never moves it (rule B5). */
  readonly firstActivatedOn: Day | null;
  readonly orderId: string | null;
  readonly migrationId: string | null;
  /** Users of other companies who may read the site. */
  readonly viewers: readonly string[];
  /** A dealer's open request. */
  readonly readerChange: { readonly readers: number; readonly userId: string } | null;
}

export type SiteState =
  | { readonly status: 'none' }
  | PresentSite
  | { readonly status: 'deleted'; readonly siteId: string; readonly accountId: string };

/** True for a site that exists. */
export const isPresentSite = (site: SiteState): site is PresentSite =>
  site.status !== 'none' && site.status !== 'deleted';
