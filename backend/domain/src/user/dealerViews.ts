import { unprocessable } from '../kernel/decider.ts';
import type { UserEvent } from './events.ts';

/** Administrators view a dealer's pages; `viewId` names one such view. */
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
 * Starts or ends a view of a dealer's pages. The metadata names the administrator.
 * @throws BusinessRefusal unprocessable for an administrator, and for a dealer who is not approved
 */
export function decideDealerView(user: Viewed, { type, viewId }: DealerViewCommand): readonly UserEvent[] {
  const { userId, openViews } = user;
  if (type === 'EndDealerView')
    return endViews({ userId, openViews: openViews.filter((id) => id === viewId) });
  if (user.isAdmin) throw unprocessable('Administrators have no dealer pages.');
  if (!user.isApproved) throw unprocessable('This dealer is not approved and has no dealer pages.');
  return openViews.includes(viewId) ? [] : [{ type: 'DealerViewStarted', data: { userId, viewId } }];
}

/** Ends every view of a user who is no longer an approved dealer. */
export const endViews = ({ userId, openViews }: Pick<Viewed, 'userId' | 'openViews'>): readonly UserEvent[] =>
  openViews.map((viewId) => ({ type: 'DealerViewEnded', data: { userId, viewId } }));
