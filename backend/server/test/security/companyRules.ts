import type { DealerPermission } from '@portal/contract';

/** What each change by dealers needs, written down beside the route table. Everything that is read but the team needs `approved`. */
const CHANGES: Readonly<Record<DealerPermission, readonly string[]>> = {
  approved: [
    'PATCH /api/users/:id',
    'PATCH /api/users/:id/email-preferences',
    'POST /api/change-password',
    'POST /api/second-factor/setup',
    'POST /api/second-factor/confirm',
    'POST /api/second-factor/recovery-codes',
    'DELETE /api/second-factor',
    'POST /api/step-up',
    'POST /api/passkeys/options',
    'POST /api/passkeys',
    'DELETE /api/passkeys/:id',
    'POST /api/first-steps',
    'DELETE /api/view-as',
  ],
  ordering: [
    'POST /api/sites',
    'PATCH /api/sites/:id',
    'POST /api/sites/:id/users',
    'DELETE /api/sites/:id/users',
    'POST /api/sites/:id/reader-change',
    'POST /api/site-import',
    'POST /api/create-payment-intent',
    'POST /api/orders',
    'POST /api/migrations',
  ],
  paying: [
    'PATCH /api/accounts/:id',
    'POST /api/invoices/:id/questions',
    'POST /api/disputes/:id/replies',
    'POST /api/disputes/:id/withdraw',
    'POST /api/setup-payment-method',
    'POST /api/save-payment-method',
    'DELETE /api/payment-method',
    'PUT /api/auto-pay',
    'DELETE /api/auto-pay',
    'POST /api/invoices/:id/pay',
    'POST /api/pay-invoices',
  ],
  team: [
    'GET /api/team',
    'GET /api/company-data',
    'POST /api/team/invitations',
    'POST /api/team/invitations/:id/send-again',
    'DELETE /api/team/invitations/:id',
    'PATCH /api/team/:id',
    'DELETE /api/team/:id',
    'DELETE /api/team/:id/sessions',
  ],
};

const NEEDED = new Map(
  (Object.entries(CHANGES) as [DealerPermission, readonly string[]][]).flatMap(([permission, routes]) =>
    routes.map((route) => [route, permission] as const),
  ),
);

/** The permission that a route for dealers needs. */
export function dealerPermissionOf(route: string): DealerPermission {
  const permission = NEEDED.get(route) ?? (route.startsWith('GET ') ? 'approved' : undefined);
  if (permission === undefined) throw new Error(`${route} is not classified`);
  return permission;
}
