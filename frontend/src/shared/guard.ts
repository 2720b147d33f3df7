import type { SessionUser } from '@portal/contract';

/** What the guard asks about a person. */
type GuardedUser = Pick<SessionUser, 'is_admin' | 'is_approved'> &
  Partial<Pick<SessionUser, 'second_factor'>>;
export type GuardAnswer = 'stay' | 'loading' | `/${string}`;

const PENDING_PAGE = '/dealer-approval-pending';
/** Where administrators begin who need a second factor and have none. */
export const SECOND_FACTOR_PAGE = '/settings?tab=password';

/** First path segments of the pages that want a session; every other page is public or not there. */
const DEALER_ONLY = new Set(['dealer-dashboard', 'new-site', 'site-migration', 'sites']);
const ADMIN_ONLY = new Set(['admin-dashboard', 'admin', 'reports', 'dealer-billing']);
const SIGNED_IN = new Set([
  'settings',
  'resources',
  'invoicing',
  'invoices',
  'update-payment-method',
  'payment-success',
]);
/** Pages for people who are not signed in yet. */
const ENTRY = new Set(['login', 'register', 'auth']);

/** The segment that names the page, as the router reads it: decoded, without regard to case or doubled slashes. */
function pageOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/, 1);
  const segment = plain.split('/').find((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

/** Where a signed-in person is at home: the admin dashboard, the dealer's, the waiting page, or what is to be set up first. */
export function homeOf(user: GuardedUser): `/${string}` {
  if (user.second_factor === 'required') return SECOND_FACTOR_PAGE;
  if (user.is_admin) return '/admin-dashboard';
  return user.is_approved ? '/dealer-dashboard' : PENDING_PAGE;
}

/**
 * Whether a page may be shown to a person, or where they go instead (S1-2; decisions,
 * Routes and guards 1 to 4). `null` is a visitor. Compares path segments, never substrings.
 */
export function guard(path: string, user: GuardedUser | 'loading' | null): GuardAnswer {
  if (user === 'loading') return 'loading';
  const page = pageOf(path);
  if (user === null) {
    if (ADMIN_ONLY.has(page) || page === 'site-migration') return '/auth';
    return DEALER_ONLY.has(page) || SIGNED_IN.has(page) ? '/login' : 'stay';
  }
  const home = homeOf(user);
  if (ENTRY.has(page)) return home;
  if (page === 'dealer-approval-pending') return home === PENDING_PAGE ? 'stay' : home;
  if (!ADMIN_ONLY.has(page) && !DEALER_ONLY.has(page) && !SIGNED_IN.has(page)) return 'stay';
  if (home === PENDING_PAGE) return PENDING_PAGE;
  if (home === SECOND_FACTOR_PAGE) return page === 'settings' ? 'stay' : home;
  if (DEALER_ONLY.has(page) && user.is_admin) return home;
  return ADMIN_ONLY.has(page) && !user.is_admin ? home : 'stay';
}
