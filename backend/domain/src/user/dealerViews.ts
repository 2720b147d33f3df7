import { BusinessRefusal } from '../kernel/decider.ts';
import type { UserEvent } from './events.ts';

/** What can be asked about administrators who look at a dealer's pages; `viewId` names one such look. */
export type DealerViewCommand =
  | { readonly type: 'StartDealerView'; readonly viewId: string }
  | { readonly type: 'EndDealerView'; readonly viewId: string };

interface Viewed {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
  readonly openViews: readonly string[];
}

/**
 * An administrator begins or stops to look at the pages of a dealer; who it is stands in the metadata.
 * @throws BusinessRefusal unprocessable for an administrator's pages, and for a dealer who has none yet
 */
export function decideDealerView(user: Viewed, { type, viewId }: DealerViewCommand): readonly UserEvent[] {
  const { userId, openViews } = user;
  if (type === 'EndDealerView')
    return endViews({ userId, openViews: openViews.filter((id) => id === viewId) });
  if (user.isAdmin) {
    throw new BusinessRefusal('unprocessable', 'Administrators have no dealer pages.');
  }
  if (!user.isApproved) {
    throw new BusinessRefusal('unprocessable', 'This dealer is not approved and has no dealer pages.');
  }
  return openViews.includes(viewId) ? [] : [{ type: 'DealerViewStarted', data: { userId, viewId } }];
}

/** Ends every look at a user who is no approved dealer any more. */
export const endViews = ({ userId, openViews }: Pick<Viewed, 'userId' | 'openViews'>): readonly UserEvent[] =>
  openViews.map((viewId) => ({ type: 'DealerViewEnded', data: { userId, viewId } }));
