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
  /** The billing day of its first activation; null while it was never active. Reactivation never moves it (rule B5). */
  readonly firstActivatedOn: Day | null;
  readonly orderId: string | null;
  readonly migrationId: string | null;
  /** Users who may read the site without being of its company. */
  readonly viewers: readonly string[];
  /** What a dealer asked for and nobody answered yet. */
  readonly readerChange: { readonly readers: number; readonly userId: string } | null;
}

export type SiteState =
  | { readonly status: 'none' }
  | PresentSite
  | { readonly status: 'deleted'; readonly siteId: string; readonly accountId: string };

/** True for a site that is there, in any state. */
export const isPresentSite = (site: SiteState): site is PresentSite =>
  site.status !== 'none' && site.status !== 'deleted';
