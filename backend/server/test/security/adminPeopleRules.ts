import { type AccessRule, staffRules } from './accessRule.ts';

const reason = 'Told by phone';
const kind = { params: { kind: 'site' } };
let made = 0;
/** Each asker adds another user. */
const addedUser = () => {
  made += 1;
  return {
    body: {
      username: `added${made}`,
      email: 'added@example.com',
      password: 'secret-11',
      name: 'Add Ed',
      company: 'Added',
    },
  };
};

/** People, companies, what they wrote, and the portal itself: staff alone. */
export const adminPeopleRules: readonly AccessRule[] = staffRules([
  ['GET /api/admin/users'],
  ['GET /api/admin/pending-users'],
  ['GET /api/admin/users/:id', { of: 'user' }],
  ['PATCH /api/admin/users/:id/approval', { of: 'user', ask: () => ({ body: { isApproved: true } }) }],
  ['POST /api/admin/users', { admin: 201, ask: addedUser }],
  ['PATCH /api/admin/users/:id', { of: 'user', ask: () => ({ body: { city: 'Troy' } }) }],
  ['PUT /api/admin/users/:id', { of: 'user', ask: () => ({ body: { city: 'Albany' } }) }],
  ['DELETE /api/admin/users/:id', { of: 'user', spends: true, ask: () => ({ body: { reason } }) }],
  [
    'DELETE /api/admin/users/:id',
    {
      variant: '?erase=true',
      needs: 'erasure',
      of: 'user',
      spends: true,
      ask: () => ({ query: { erase: 'true' }, body: { reason, confirm_open_money: true } }),
    },
  ],
  ['GET /api/admin/users/:id/erasure', { of: 'user' }],
  ['PATCH /api/admin/users/:id/reader-rate', { of: 'user', ask: () => ({ body: { rate: '6.00', reason } }) }],
  ['GET /api/admin/users/:id/history', { of: 'user' }],
  ['POST /api/admin/users/:id/view-as', { of: 'user' }],
  // of the last owner
  [
    'PATCH /api/admin/users/:id/dealer-role',
    { of: 'user', admin: 422, ask: () => ({ body: { role: 'viewer' } }) },
  ],
  ['DELETE /api/admin/users/:id/second-factor', { of: 'user', ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/accounts'],
  ['GET /api/admin/accounts/:id', { of: 'account' }],
  ['PATCH /api/admin/accounts/:id', { of: 'account', ask: () => ({ body: { company_city: 'Troy' } }) }],
  ['PUT /api/admin/accounts/:id', { of: 'account', ask: () => ({ body: { company_city: 'Albany' } }) }],
  [
    'PUT /api/admin/accounts/:id/demo-status',
    { of: 'account', ask: () => ({ body: { is_demo_account: true } }) },
  ],
  [
    'POST /api/admin/accounts/:id/cancel-announced-rate',
    { of: 'account', ask: () => ({ body: { effective_from: '2030-01-01' } }) },
  ],
  [
    'PATCH /api/admin/accounts/:id/promotional-pricing',
    { of: 'account', ask: () => ({ body: { promotional_reader_rate: '5', promotional_months: '3' } }) },
  ],
  ['GET /api/admin/accounts/:id/history', { of: 'account' }],
  ['POST /api/admin/accounts/:id/ask-for-payment-method', { of: 'account' }],
  ['GET /api/admin/contacts'],
  ['GET /api/admin/contacts/:id', { of: 'contact' }],
  ['PATCH /api/admin/contacts/:id', { of: 'contact', ask: () => ({ body: { answered: true } }) }],
  ['GET /api/admin/mails'],
  ['GET /api/admin/mails/:id', { of: 'mail' }],
  ['POST /api/admin/mails/:id/send-again', { of: 'mail', admin: 409 }],
  ['GET /api/admin/overview'],
  ['GET /api/admin/overview/billed'],
  ['GET /api/admin/activity'],
  ['GET /api/admin/saved-views'],
  ['PUT /api/admin/saved-views', { ask: () => ({ body: [{ name: 'Mine', resource: 'sites', query: '' }] }) }],
  [
    'POST /api/admin/saved-views',
    { ask: ({ user }) => ({ body: { name: `Of ${user}`, resource: 'sites', query: '' } }) },
  ],
  ['DELETE /api/admin/saved-views', { ask: () => ({ body: { resource: 'sites', name: 'Mine' } }) }],
  ['GET /api/admin/portal-settings'],
  ['PATCH /api/admin/portal-settings', { ask: () => ({ body: { remind_days_before_due: 3 } }) }],
  ['GET /api/admin/portal-settings/history'],
  ['GET /api/admin/alerts'],
  ['POST /api/admin/alerts/:id/acknowledge', { of: 'alert' }],
  ['POST /api/admin/alerts/:id/snooze', { of: 'alert', ask: () => ({ body: { hours: 4 } }) }],
  ['GET /api/admin/upkeep'],
  ['POST /api/admin/upkeep/verify', { admin: 202 }],
  ['POST /api/admin/upkeep/rebuild', { admin: 202, ask: () => ({ body: { projection: 'contacts' } }) }],
  ['POST /api/admin/upkeep/unpark', { ask: () => ({ body: { projection: 'contacts', key: 'none' } }) }],
  ['GET /api/admin/audit/:kind/:id/timeline', { of: 'site', ask: () => kind }],
  ['GET /api/admin/audit/:kind/:id/state', { of: 'site', ask: () => ({ ...kind, query: { seq: '1000' } }) }],
]);
