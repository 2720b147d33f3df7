/** Roles of the people who run the portal, with their labels. What each may do: PERMISSIONS of the contract. */
export const STAFF_ROLES = {
  admin: 'Administrator',
  billing: 'Billing',
  support: 'Support',
  auditor: 'Auditor',
} as const;

export type StaffRole = keyof typeof STAFF_ROLES;

export const STAFF_ROLE_NAMES = Object.keys(STAFF_ROLES) as [StaffRole, ...StaffRole[]];
