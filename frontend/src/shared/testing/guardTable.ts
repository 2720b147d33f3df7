import type { GuardAnswer } from '../guard.ts';

const PENDING = '/dealer-approval-pending';
const DEALER = '/dealer-dashboard';
const ADMIN = '/admin-dashboard';

type Row = readonly [
  path: string,
  visitor: GuardAnswer,
  unapproved: GuardAnswer,
  dealer: GuardAnswer,
  admin: GuardAnswer,
];

/** Every route of S1-2, and who may stay there or goes where instead (rules G1 to G4). */
export const guardTable: readonly Row[] = [
  ['/', 'stay', 'stay', 'stay', 'stay'],
  ['/#features', 'stay', 'stay', 'stay', 'stay'],
  ['/login', 'stay', PENDING, DEALER, ADMIN],
  ['/register', 'stay', PENDING, DEALER, ADMIN],
  ['/auth', 'stay', PENDING, DEALER, ADMIN],
  ['/auth?tab=register', 'stay', PENDING, DEALER, ADMIN],
  ['/reset-password', 'stay', 'stay', 'stay', 'stay'],
  ['/reset-password?token=admin', 'stay', 'stay', 'stay', 'stay'],
  ['/invitation', 'stay', 'stay', 'stay', 'stay'],
  ['/payment-setup-success', 'stay', 'stay', 'stay', 'stay'],
  [PENDING, 'stay', 'stay', DEALER, ADMIN],
  ['/no-such-page', 'stay', 'stay', 'stay', 'stay'],
  [DEALER, '/login', PENDING, 'stay', ADMIN],
  ['/new-site', '/login', PENDING, 'stay', ADMIN],
  ['/new-site/import', '/login', PENDING, 'stay', ADMIN],
  ['/site-migration', '/auth', PENDING, 'stay', ADMIN],
  ['/sites/42', '/login', PENDING, 'stay', ADMIN],
  ['/team', '/login', PENDING, 'stay', ADMIN],
  [ADMIN, '/auth', PENDING, DEALER, 'stay'],
  ['/admin-dashboard/users', '/auth', PENDING, DEALER, 'stay'],
  ['/admin', '/auth', PENDING, DEALER, 'stay'],
  ['/admin/sites/1/show', '/auth', PENDING, DEALER, 'stay'],
  ['/reports', '/auth', PENDING, DEALER, 'stay'],
  ['/dealer-billing/42', '/auth', PENDING, DEALER, 'stay'],
  ['/settings', '/login', PENDING, 'stay', 'stay'],
  ['/resources', '/login', PENDING, 'stay', 'stay'],
  ['/invoicing', '/login', PENDING, 'stay', 'stay'],
  ['/invoicing/42', '/login', PENDING, 'stay', 'stay'],
  ['/invoices/42', '/login', PENDING, 'stay', 'stay'],
  ['/invoices/42/pay', '/login', PENDING, 'stay', 'stay'],
  ['/update-payment-method', '/login', PENDING, 'stay', 'stay'],
  ['/payment-success', '/login', PENDING, 'stay', 'stay'],
];

/** The columns of the table, by name. */
export const GUARDED_PEOPLE = ['visitor', 'unapproved', 'dealer', 'admin'] as const;
