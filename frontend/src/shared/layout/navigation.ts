import type { SessionUser } from '@portal/contract';

interface NavigationLink {
  readonly to: string;
  readonly label: string;
}

export interface Navigation {
  readonly links: readonly NavigationLink[];
  /** In the account menu of an administrator; others have none. */
  readonly menu: readonly NavigationLink[];
}

const SETTINGS = { to: '/settings', label: 'Settings' };
const RESOURCES = { to: '/resources', label: 'Dealer Resources' };
const ADMIN = { to: '/admin', label: 'Admin' };
const PENDING = { to: '/dealer-approval-pending', label: 'Approval status' };
const ORDERS = [
  { to: '/dealer-dashboard', label: 'Dashboard' },
  { to: '/new-site', label: 'New Site' },
  { to: '/site-migration', label: 'Migration' },
];
const INVOICING = { to: '/invoicing', label: 'Invoicing' };

const VISITOR: Navigation = {
  links: [
    { to: '/register', label: 'Signup' },
    { to: '/login', label: 'Dealer Login' },
  ],
  menu: [],
};
const DEALER: Navigation = { links: [...ORDERS, SETTINGS, RESOURCES, INVOICING], menu: [] };
/** The pages for dealers, which lead administrators back to theirs, are in the menu. */
const ADMINISTRATOR: Navigation = { links: [RESOURCES, ADMIN], menu: [SETTINGS, ...ORDERS, INVOICING] };
const PENDING_DEALER: Navigation = { links: [PENDING], menu: [] };
const SECOND_FACTOR_MISSING: Navigation = { links: [SETTINGS], menu: [] };

/** The links of the landing page's header by who sees them: of pages that lead nowhere else. */
export const LANDING_LINKS = {
  visitor: VISITOR.links,
  user: DEALER.links,
  admin: [SETTINGS, RESOURCES, ADMIN],
  pending: PENDING_DEALER.links,
  secondFactor: SECOND_FACTOR_MISSING.links,
} as const;

/** The header's links: of pages that the user may open. `null`: a visitor. */
export function navigationFor(
  user: Pick<SessionUser, 'is_admin' | 'is_approved' | 'second_factor'> | null,
): Navigation {
  if (user === null) return VISITOR;
  if (user.second_factor === 'required') return SECOND_FACTOR_MISSING;
  if (user.is_admin) return ADMINISTRATOR;
  return user.is_approved ? DEALER : PENDING_DEALER;
}
