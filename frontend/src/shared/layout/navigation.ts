import { type DealerPermission, mayDealer, type SessionUser } from '@portal/contract';

interface NavigationLink {
  readonly to: string;
  readonly label: string;
  /** What a dealer needs for it. */
  readonly needs?: DealerPermission;
}

interface Navigation {
  readonly links: readonly NavigationLink[];
  /** In the account menu of an administrator; others have none. */
  readonly menu: readonly NavigationLink[];
}

const SETTINGS = { to: '/settings', label: 'Settings' };
const RESOURCES = { to: '/resources', label: 'Dealer Resources' };
const ADMIN = { to: '/admin', label: 'Admin' };
const PENDING = { to: '/dealer-approval-pending', label: 'Approval status' };
const ORDERS: readonly NavigationLink[] = [
  { to: '/dealer-dashboard', label: 'Dashboard' },
  { to: '/new-site', label: 'New Site', needs: 'ordering' },
  { to: '/site-migration', label: 'Migration', needs: 'ordering' },
];
const INVOICING = { to: '/invoicing', label: 'Invoicing' };
const TEAM = { to: '/team', label: 'Team', needs: 'team' } as const;

const VISITOR: Navigation = {
  links: [
    { to: '/register', label: 'Signup' },
    { to: '/login', label: 'Dealer Login' },
  ],
  menu: [],
};
const DEALER: readonly NavigationLink[] = [...ORDERS, SETTINGS, RESOURCES, INVOICING];
/** The pages for dealers, which lead administrators back to theirs, are in the menu. */
const ADMINISTRATOR: Navigation = { links: [RESOURCES, ADMIN], menu: [SETTINGS, ...ORDERS, INVOICING] };
const PENDING_DEALER: Navigation = { links: [PENDING], menu: [] };
const SECOND_FACTOR_MISSING: Navigation = { links: [SETTINGS], menu: [] };

/** The links of the landing page's header by who sees them: of pages that lead nowhere else. */
export const LANDING_LINKS = {
  visitor: VISITOR.links,
  user: DEALER,
  admin: [SETTINGS, RESOURCES, ADMIN],
  pending: PENDING_DEALER.links,
  secondFactor: SECOND_FACTOR_MISSING.links,
} as const;

/** The header's links: of pages that the user may open. `null`: a visitor. */
export function navigationFor(
  user: Pick<SessionUser, 'is_admin' | 'is_approved' | 'second_factor' | 'dealer_role'> | null,
): Navigation {
  if (user === null) return VISITOR;
  if (user.second_factor === 'required') return SECOND_FACTOR_MISSING;
  if (user.is_admin) return ADMINISTRATOR;
  if (!user.is_approved) return PENDING_DEALER;
  const may = ({ needs = 'approved' }: NavigationLink) => mayDealer(user.dealer_role, needs);
  return { links: [...DEALER, TEAM].filter(may), menu: [] };
}
