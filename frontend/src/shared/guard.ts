import { type DealerPermission, mayDealer, type SessionUser } from '@portal/contract';

export type GuardedUser = Pick<SessionUser, 'is_admin' | 'is_approved'> &
  Partial<Pick<SessionUser, 'second_factor' | 'dealer_role'>>;
export type GuardAnswer = 'stay' | 'loading' | `/${string}`;

const PENDING_PAGE = '/dealer-approval-pending';
/** Where administrators set up a required second factor. */
export const SECOND_FACTOR_PAGE = '/settings?tab=password';

/** First path segments of the pages that need a session; all others are public or unknown. */
const DEALER_ONLY = new Set(['dealer-dashboard', 'new-site', 'site-migration', 'sites', 'team']);
const ADMIN_ONLY = new Set(['admin-dashboard', 'admin', 'reports', 'dealer-billing']);
const SIGNED_IN = new Set([
  'settings',
  'resources',
  'invoicing',
  'invoices',
  'update-payment-method',
  'payment-success',
]);
/** What a dealer needs for these pages. */
const NEEDS: ReadonlyMap<string, DealerPermission> = new Map([
  ['new-site', 'ordering'],
  ['site-migration', 'ordering'],
  ['update-payment-method', 'paying'],
  ['team', 'team'],
]);
/** Pages for visitors only. */
const ENTRY = new Set(['login', 'register', 'auth']);

/** The first segment as the router reads it: decoded, ignoring case and doubled slashes. */
function pageOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/, 1);
  const segment = plain.split('/').find((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

/** Whether the page is for visitors only: who is signed in goes on from there. */
export const isEntry = (path: string): boolean => ENTRY.has(pageOf(path));

/** The start page of a signed-in user. */
export function homeOf(user: GuardedUser): `/${string}` {
  if (user.second_factor === 'required') return SECOND_FACTOR_PAGE;
  if (user.is_admin) return '/admin-dashboard';
  return user.is_approved ? '/dealer-dashboard' : PENDING_PAGE;
}

/** Whether a user may see a page, or where they go instead (S1-2; rules G1 to G4). `null`: a visitor. */
export function guard(path: string, user: GuardedUser | 'loading' | null): GuardAnswer {
  if (user === 'loading') return 'loading';
  const page = pageOf(path);
  if (user === null) {
    if (ADMIN_ONLY.has(page) || page === 'site-migration') return '/auth';
    return DEALER_ONLY.has(page) || SIGNED_IN.has(page) ? '/login' : 'stay';
  }
  const home = homeOf(user);
  if (isEntry(path)) return home;
  if (page === 'dealer-approval-pending') return home === PENDING_PAGE ? 'stay' : home;
  if (!ADMIN_ONLY.has(page) && !DEALER_ONLY.has(page) && !SIGNED_IN.has(page)) return 'stay';
  if (home === PENDING_PAGE) return PENDING_PAGE;
  if (home === SECOND_FACTOR_PAGE) return page === 'settings' ? 'stay' : home;
  if (DEALER_ONLY.has(page) && user.is_admin) return home;
  if (!mayDealer(user.dealer_role ?? null, NEEDS.get(page) ?? 'approved')) return home;
  return ADMIN_ONLY.has(page) && !user.is_admin ? home : 'stay';
}

/** Whether there may be a session: the server sets a readable cookie beside the session's. It saves a call that would fail. */
export const mayBeSignedIn = (): boolean => document.cookie.includes('portal-signed-in=');
