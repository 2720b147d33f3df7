/** Roles of the people who run the portal, with their labels. What each may do: PERMISSIONS of the contract. */
export const STAFF_ROLES = {
  admin: 'Administrator',
  billing: 'Billing',
  support: 'Support',
  auditor: 'Auditor',
} as const;

export type StaffRole = keyof typeof STAFF_ROLES;

export const isStaffRole = (text: string): text is StaffRole => Object.hasOwn(STAFF_ROLES, text);
