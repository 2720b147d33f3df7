/** Roles of a company's people, with their labels. What each may do: DEALER_PERMISSIONS of the contract. */
export const DEALER_ROLES = {
  owner: 'Owner',
  ordering: 'Ordering',
  billing: 'Billing',
  viewer: 'Viewer',
} as const;

/** For an invitation's link that is unknown, used, expired or withdrawn. */
export const DEAD_INVITATION =
  'This invitation is no longer valid. If you have accepted it already, please log in. Otherwise ask your colleague for a new one.';

export type DealerRole = keyof typeof DEALER_ROLES;

export const DEALER_ROLE_NAMES = Object.keys(DEALER_ROLES) as [DealerRole, ...DealerRole[]];
