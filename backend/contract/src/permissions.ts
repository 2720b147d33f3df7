import { STAFF_ROLE_NAMES, type StaffRole } from '@portal/domain/values';

interface Rule {
  readonly text: string;
  readonly roles: readonly StaffRole[];
}

/**
 * What staff may do, and which roles. The server's routes, the buttons of the administration and docs/roles.md follow this table.
 */
export const PERMISSIONS = {
  staff: {
    text: 'See, search and export everything in the administration; keep own views',
    roles: STAFF_ROLE_NAMES,
  },
  answers: {
    text: 'Answer questions and messages, write notes, send mails again',
    roles: ['admin', 'billing', 'support'],
  },
  viewAs: { text: "View a dealer's pages", roles: ['admin', 'support'] },
  people: {
    text: 'Approve dealers; add, change and delete users and companies',
    roles: ['admin', 'support'],
  },
  sites: {
    text: 'Approve, add, change and delete sites, migrations and orders',
    roles: ['admin', 'support'],
  },
  money: {
    text: 'Record and refund payments; change rates, invoices, charges, credits and tax; close months',
    roles: ['admin', 'billing'],
  },
  settings: {
    text: "Change the portal's settings; switch companies between demo and live",
    roles: ['admin'],
  },
  operations: { text: 'Acknowledge alerts; maintain read models', roles: ['admin'] },
  administrators: { text: 'Add and change staff and their roles', roles: ['admin'] },
  erasure: { text: 'Erase personal data', roles: ['admin'] },
} as const satisfies Readonly<Record<string, Rule>>;

export type Permission = keyof typeof PERMISSIONS;

export const isPermission = (text: string): text is Permission => Object.hasOwn(PERMISSIONS, text);

/** Whether a role has a permission; null, the role of dealers, has none. */
export function mayStaff(role: StaffRole | null, permission: Permission): boolean {
  const { roles }: Rule = PERMISSIONS[permission];
  return role !== null && roles.includes(role);
}
