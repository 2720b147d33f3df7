import type { Permission } from '@portal/contract';

/** What each change of the administration needs, written down beside the route table. Everything that is read needs `staff`. */
const CHANGES: Readonly<Record<Permission, readonly string[]>> = {
  staff: [
    'POST /api/admin/exports',
    'POST /api/admin/saved-views',
    'PUT /api/admin/saved-views',
    'DELETE /api/admin/saved-views',
    'POST /api/admin/accounts/:id/rate-effect',
    'POST /api/admin/bank-files/preview',
    'POST /api/admin/invoices/:id/preview-correction',
    'POST /api/admin/preview-approvals',
    'POST /api/admin/preview-rates',
    'POST /api/admin/preview-reminders',
    'POST /api/admin/upkeep/verify',
  ],
  answers: [
    'POST /api/admin/approvals/:id/withdraw',
    'PATCH /api/admin/contacts/:id',
    'POST /api/admin/disputes/:id/replies',
    'POST /api/admin/mails/:id/send-again',
    'POST /api/admin/notes',
    'PATCH /api/admin/notes/:id',
    'DELETE /api/admin/notes/:id',
    'POST /api/admin/notes/:id/files',
    'DELETE /api/admin/notes/:id/files/:fileId',
  ],
  viewAs: ['POST /api/admin/users/:id/view-as'],
  people: [
    'PATCH /api/admin/accounts/:id',
    'PUT /api/admin/accounts/:id',
    'POST /api/admin/users',
    'PATCH /api/admin/users/:id',
    'PUT /api/admin/users/:id',
    'DELETE /api/admin/users/:id',
    'DELETE /api/admin/users/:id/second-factor',
    'PATCH /api/admin/users/:id/approval',
  ],
  sites: [
    'POST /api/admin/migrations/:id/approve',
    'DELETE /api/admin/migrations/:id',
    'DELETE /api/admin/orders/:id',
    'POST /api/admin/sites',
    'PATCH /api/admin/sites/:id',
    'PUT /api/admin/sites/:id',
    'DELETE /api/admin/sites/:id',
    'POST /api/admin/sites/:id/reader-change',
  ],
  money: [
    'POST /api/admin/approvals/:id/approve',
    'POST /api/admin/approvals/:id/decline',
    'PATCH /api/admin/accounts/:id/promotional-pricing',
    'POST /api/admin/accounts/:id/ask-for-payment-method',
    'POST /api/admin/accounts/:id/cancel-announced-rate',
    'POST /api/admin/accounts/:id/cancel-charge',
    'POST /api/admin/accounts/:id/charges',
    'POST /api/admin/accounts/:id/end-tax-exemption',
    'POST /api/admin/accounts/:id/issue-invoice',
    'POST /api/admin/accounts/:id/payouts',
    'POST /api/admin/accounts/:id/promises',
    'POST /api/admin/accounts/:id/receipts',
    'POST /api/admin/accounts/:id/release-order-hold',
    'POST /api/admin/accounts/:id/tax-exemption',
    'POST /api/admin/bank-files',
    'POST /api/admin/bank-lines/:id/match',
    'POST /api/admin/bank-lines/:id/set-aside',
    'POST /api/admin/bank-lines/:id/take-back',
    'POST /api/admin/books/close',
    'POST /api/admin/books/reopen',
    'POST /api/admin/disputes/:id/close',
    'POST /api/admin/invoices/:id/correct',
    'POST /api/admin/invoices/:id/credit',
    'POST /api/admin/invoices/:id/move-allocation',
    'POST /api/admin/invoices/:id/record-payment',
    'POST /api/admin/invoices/:id/refund',
    'POST /api/admin/invoices/:id/reissue',
    'POST /api/admin/invoices/:id/reverse-payment',
    'POST /api/admin/invoices/:id/send-reminder',
    'POST /api/admin/invoices/:id/take-write-off-back',
    'POST /api/admin/invoices/:id/void',
    'POST /api/admin/invoices/:id/write-off',
    'PATCH /api/admin/journal-accounts',
    'POST /api/admin/orders/:id/refund',
    'POST /api/admin/payments/:id/end',
    'POST /api/admin/payments/:id/move-refund',
    'POST /api/admin/payments/:id/retry-refund',
    'POST /api/admin/payouts/:id/reverse',
    'POST /api/admin/receipts/:id/reverse',
    'POST /api/admin/run-billing',
    'POST /api/admin/sites/:id/cancel-announced-rate',
    'POST /api/admin/tax-rates',
    'POST /api/admin/update-invoice-site',
    'PATCH /api/admin/users/:id/reader-rate',
  ],
  settings: ['PUT /api/admin/accounts/:id/demo-status', 'PATCH /api/admin/portal-settings'],
  operations: [
    'POST /api/admin/alerts/:id/acknowledge',
    'POST /api/admin/alerts/:id/snooze',
    'POST /api/admin/upkeep/rebuild',
    'POST /api/admin/upkeep/unpark',
  ],
  administrators: [],
  erasure: [],
};

const NEEDED = new Map(
  (Object.entries(CHANGES) as [Permission, readonly string[]][]).flatMap(([permission, routes]) =>
    routes.map((route) => [route, permission] as const),
  ),
);

/** The permission that a route of the administration needs. */
export function permissionOf(route: string): Permission {
  if (route.startsWith('GET ')) return 'staff';
  const permission = NEEDED.get(route);
  if (permission === undefined) throw new Error(`${route} is not classified`);
  return permission;
}
