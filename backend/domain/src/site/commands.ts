import type { Changes } from '../kernel/changes.ts';
import type { FieldsOf } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';
import type { SiteDetails, StoredSiteDetails } from './details.ts';
import type { SiteEvent } from './events.ts';

/** Who changes a status: dealers may do less (S2-4). */
export type StatusChanger = 'dealer' | 'admin' | 'system';

type NewSite<Type extends 'SiteRequested' | 'SiteAdded'> = FieldsOf<
  SiteEvent,
  Type,
  keyof StoredSiteDetails
> & {
  readonly details: StoredSiteDetails;
};

/** A dealer's order. `priceCents`: priced by the server. */
export interface CreateSite extends NewSite<'SiteRequested'> {
  readonly type: 'CreateSite';
}

/** A site that is active from the start: by an administrator or from an approved migration (rules D3, D11). */
export interface AddSite extends NewSite<'SiteAdded'> {
  readonly type: 'AddSite';
}

/** Commands of a site. The stream says which site, so only those that start a stream carry its id. */
export type SiteCommand =
  | CreateSite
  | AddSite
  /** `activeFrom`: billing day of the approval. */
  | { readonly type: 'ApproveSite'; readonly activeFrom: Day }
  | { readonly type: 'DeactivateSite'; readonly by: StatusChanger }
  /** `activeFrom`: billing day of the reactivation. */
  | { readonly type: 'ReactivateSite'; readonly by: StatusChanger; readonly activeFrom: Day }
  | {
      readonly type: 'ChangeSiteDetails';
      readonly by: 'dealer' | 'admin';
      readonly changes: Changes<SiteDetails>;
    }
  /** By administrators alone (S2-6). */
  | { readonly type: 'ChangeReaderCount'; readonly readers: number }
  | {
      /** `rateCents` null: no custom rate. `effectiveFrom`: first day of the new rate, null for at once. */
      readonly type: 'ChangeSiteReaderRate';
      readonly rateCents: number | null;
      readonly effectiveFrom: Day | null;
      readonly today: Day;
    }
  | { readonly type: 'CancelAnnouncedSiteRate'; readonly effectiveFrom: Day; readonly today: Day }
  /** `userId`: the new account's first user. */
  | { readonly type: 'AssignSiteToCompany'; readonly accountId: string; readonly userId: string }
  /** `userId`: another user of the same account. */
  | { readonly type: 'PassSiteToUser'; readonly userId: string }
  | { readonly type: 'ShareSite'; readonly userId: string }
  | { readonly type: 'EndSiteShare'; readonly userId: string }
  /** By a dealer; replaces an open request. */
  | {
      readonly type: 'RequestReaderChange';
      readonly userId: string;
      readonly readers: number;
      readonly note: string | null;
    }
  /** `readers`: the count that the page showed, so that nobody approves another request than the one seen. */
  | { readonly type: 'ApproveReaderChange'; readonly readers: number }
  | { readonly type: 'DeclineReaderChange' }
  | { readonly type: 'DeleteSite'; readonly reason: string | null };
