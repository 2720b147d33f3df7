import type { SessionUser } from '@portal/contract';

interface NavigationLink {
  readonly to: string;
  readonly label: string;
}

const SIGNED_OUT: readonly NavigationLink[] = [
  { to: '/register', label: 'Signup' },
  { to: '/login', label: 'Dealer Login' },
];

const SIGNED_IN: readonly NavigationLink[] = [
  { to: '/dealer-dashboard', label: 'Dashboard' },
  { to: '/new-site', label: 'New Site' },
  { to: '/site-migration', label: 'Migration' },
  { to: '/settings', label: 'Settings' },
  { to: '/resources', label: 'Dealer Resources' },
  { to: '/invoicing', label: 'Invoicing' },
];

/** The header's links; `null`: a visitor. */
export function navigationFor(user: Pick<SessionUser, 'is_admin'> | null): readonly NavigationLink[] {
  if (user === null) return SIGNED_OUT;
  return user.is_admin ? [...SIGNED_IN, { to: '/admin', label: 'Admin' }] : SIGNED_IN;
}
