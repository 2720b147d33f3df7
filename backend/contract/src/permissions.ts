import { DEALER_ROLE_NAMES, type DealerRole, STAFF_ROLE_NAMES, type StaffRole } from '@portal/domain/values';

interface Rule<Role> {
  readonly text: string;
  readonly roles: readonly Role[];
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
} as const satisfies Readonly<Record<string, Rule<StaffRole>>>;

export type Permission = keyof typeof PERMISSIONS;

export const isPermission = (text: string): text is Permission => Object.hasOwn(PERMISSIONS, text);

/** Whether a role has a permission; null, the role of dealers, has none. */
export function mayStaff(role: StaffRole | null, permission: Permission): boolean {
  const { roles }: Rule<StaffRole> = PERMISSIONS[permission];
  return role !== null && roles.includes(role);
}

/**
 * What the people of a company may do, and which roles. The server's routes for dealers, the buttons of their pages and docs/roles.md
 * follow this table.
 */
export const DEALER_PERMISSIONS = {
  approved: {
    text: "See the company's sites, orders, invoices and resources; change one's own profile, password and notifications",
    roles: DEALER_ROLE_NAMES,
  },
  ordering: {
    text: 'Order, import, change and share sites, order migrations, and pay for these orders',
    roles: ['owner', 'ordering'],
  },
  paying: {
    text: 'Pay and question invoices; change the saved card, automatic payment and billing details',
    roles: ['owner', 'billing'],
  },
  team: {
    text: 'Invite, change and remove colleagues; see their sign-ins and end their sessions; download the company’s data',
    roles: ['owner'],
  },
} as const satisfies Readonly<Record<string, Rule<DealerRole>>>;

export type DealerPermission = keyof typeof DEALER_PERMISSIONS;

export const isDealerPermission = (text: string): text is DealerPermission =>
  Object.hasOwn(DEALER_PERMISSIONS, text);

/** Whether a role has a permission. Null, the role of staff, is not limited by this table. */
export function mayDealer(role: DealerRole | null, permission: DealerPermission): boolean {
  const { roles }: Rule<DealerRole> = DEALER_PERMISSIONS[permission];
  return role === null || roles.includes(role);
}
