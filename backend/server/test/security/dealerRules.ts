import { AUTO_PAY_CONSENT_VERSION } from '@portal/contract';
import { PASSWORD, siteOrder } from '../support/testPortal.ts';
import { type AccessRule, companyRules } from './accessRule.ts';
import { passkeyAnswer } from './openRules.ts';

/** The form of a migration; it costs nothing, as licenses are promotional until an administrator says otherwise. */
export const migrationForm = {
  migration_site_name: 'Old Mill',
  migration_site_address: '2 Dock Rd',
  migration_site_city: 'Troy',
  migration_site_state: 'NY',
  migration_site_zip: '12180',
  system7_site_id: 'S7-17',
  num_controllers: '2',
  number_of_acu_panels: '1',
  number_of_readers: '8',
};
const preferences = {
  site_created: true,
  site_approved: true,
  site_inactive: true,
  site_deleted: true,
  invoice_created: true,
  invoice_paid: true,
  admin_site_created: true,
  admin_dealer_registration: true,
  contact_form: true,
};
const range = { from: '2026-01-01', to: '2026-12-31' };
const code = '000000';

const importFile = `site_name,site_address,site_city,site_state,site_zip,number_of_readers
Harbor Gate,2 Pier Rd,Albany,NY,12207,12
`;
/** An address is invited once. */
let invited = 0;

/** By the card form; the saved card would pay at once. */
const byForm = { use_existing_payment_method: false };

/** What approved dealers may call, each about its own company; administrators read any and order, pay and ask nothing. */
export const dealerRules: readonly AccessRule[] = companyRules([
  ['GET /api/sites'],
  [
    'GET /api/sites',
    { variant: '?userId=', of: 'user', ask: ({ user: userId }) => ({ query: { userId } }), unknown: 200 },
  ],
  ['POST /api/sites', { own: 201, admin: 403, ask: () => ({ body: siteOrder() }) }],
  ['GET /api/sites/:id', { of: 'site' }],
  ['PATCH /api/sites/:id', { of: 'site', admin: 404, ask: () => ({ body: { site_name: 'North Gate' } }) }],
  ['GET /api/sites/:id/history', { of: 'site' }],
  ['GET /api/sites/:id/users', { of: 'site' }],
  [
    'POST /api/sites/:id/users',
    { of: 'site', own: 201, admin: 404, ask: () => ({ body: { username: 'viewer' } }) },
  ],
  [
    'DELETE /api/sites/:id/users',
    { of: 'site', admin: 404, spends: true, ask: ({ viewer }) => ({ body: { user_id: viewer } }) },
  ],
  [
    'POST /api/sites/:id/reader-change',
    { of: 'site', own: 201, admin: 404, ask: () => ({ body: { number_of_readers: '20' } }) },
  ],
  ['POST /api/site-import', { admin: 403, ask: () => ({ file: { type: 'text/csv', text: importFile } }) }],
  [
    'POST /api/create-payment-intent',
    {
      admin: 403,
      ask: () => ({
        body: { amount: 68_000, order: { kind: 'site', site: siteOrder({ ca150_panel: true }) } },
      }),
    },
  ],
  [
    'POST /api/create-payment-intent',
    {
      variant: 'orderId',
      of: 'order',
      admin: 403,
      unknown: 403,
      ask: ({ order }) => ({ body: { amount: 6_500, orderId: order } }),
    },
  ],
  ['GET /api/orders'],
  [
    'POST /api/orders',
    { own: 201, admin: 403, ask: () => ({ body: { order: { kind: 'site', site: siteOrder() } } }) },
  ],
  ['GET /api/orders/:id', { of: 'order' }],
  ['GET /api/orders/:id/receipt.pdf', { of: 'order', own: 404, admin: 404 }],
  ['GET /api/migrations'],
  ['GET /api/migrations/:id', { of: 'migration' }],
  ['POST /api/migrations', { own: 201, admin: 403, ask: () => ({ body: migrationForm }) }],
  ['GET /api/accounts/:id', { of: 'account' }],
  [
    'PATCH /api/accounts/:id',
    { of: 'account', needs: 'money', ask: () => ({ body: { po_number: 'PO-1' } }) },
  ],
  ['DELETE /api/view-as'],
  ['PATCH /api/users/:id', { of: 'user', admin: 404, ask: () => ({ body: { city: 'Troy' } }) }],
  [
    'PATCH /api/users/:id/email-preferences',
    { of: 'user', admin: 404, ask: () => ({ body: { email_preferences: preferences } }) },
  ],
  [
    'POST /api/change-password',
    {
      own: 422,
      admin: 422,
      ask: () => ({ body: { currentPassword: 'not-this-one', newPassword: 'secret-2' } }),
    },
  ],
  ['GET /api/second-factor'],
  ['POST /api/second-factor/setup', { admin: 422, ask: () => ({ body: { currentPassword: PASSWORD } }) }],
  ['POST /api/second-factor/confirm', { own: 422, admin: 422, ask: () => ({ body: { code } }) }],
  [
    'POST /api/second-factor/recovery-codes',
    { own: 409, admin: 409, ask: () => ({ body: { currentPassword: PASSWORD, code } }) },
  ],
  ['GET /api/passkeys'],
  // without a step-up
  ['POST /api/passkeys/options', { own: 403 }],
  [
    'POST /api/passkeys',
    { own: 403, admin: 422, ask: () => ({ body: { name: 'Mine', response: passkeyAnswer } }) },
  ],
  ['DELETE /api/passkeys/:id', { of: 'passkey', own: 403, admin: 404 }],
  ['POST /api/step-up', { admin: 422, ask: () => ({ body: { currentPassword: PASSWORD } }) }],
  ['DELETE /api/second-factor', { ask: () => ({ body: { currentPassword: PASSWORD, code } }) }],
  [
    'POST /api/invoices/:id/questions',
    { of: 'paid', own: 201, admin: 403, unknown: 403, ask: () => ({ body: { line: 0, question: 'Why?' } }) },
  ],
  ['GET /api/disputes'],
  ['GET /api/disputes/:id', { of: 'dispute', admin: 404 }],
  [
    'POST /api/disputes/:id/replies',
    { of: 'dispute', own: 201, admin: 404, ask: () => ({ body: { text: 'Well' } }) },
  ],
  ['POST /api/disputes/:id/withdraw', { of: 'dispute', admin: 404, spends: true }],
  ['GET /api/first-steps'],
  ['POST /api/first-steps', { ask: () => ({ body: { step: 'panels' } }) }],
  ['GET /api/resources'],
  ['GET /api/stripe-config'],
  ['POST /api/setup-payment-method', { admin: 422 }],
  [
    'POST /api/save-payment-method',
    { of: 'card', admin: 422, unknown: 422, ask: ({ card }) => ({ body: { paymentMethodId: card } }) },
  ],
  ['GET /api/user-has-payment-method'],
  ['GET /api/payment-method'],
  ['DELETE /api/payment-method', { admin: 422, spends: true }],
  ['PUT /api/auto-pay', { admin: 422, ask: () => ({ body: { version: AUTO_PAY_CONSENT_VERSION } }) }],
  ['DELETE /api/auto-pay', { admin: 422 }],
  ['GET /api/payments/:id', { of: 'intent' }],
  ['GET /api/invoices'],
  ['GET /api/invoices-of-year', { ask: () => ({ query: { year: '2026' } }) }],
  ['GET /api/invoices/:id', { of: 'invoice' }],
  ['GET /api/invoices/:id/invoice.pdf', { of: 'invoice' }],
  ['GET /api/credit-notes/:id/pdf', { of: 'creditNote' }],
  ['GET /api/invoices/:id/invoice.csv', { of: 'invoice' }],
  ['GET /api/invoices/:id/items', { of: 'invoice', ask: () => ({ query: { part: '1' } }) }],
  ['GET /api/invoices/:id/differences', { of: 'invoice' }],
  ['GET /api/invoices/:id/replay', { of: 'invoice' }],
  ['POST /api/invoices/:id/pay', { of: 'invoice', admin: 403, ask: () => ({ body: byForm }) }],
  [
    'POST /api/pay-invoices',
    { of: 'invoice', admin: 403, ask: ({ invoice }) => ({ body: { ...byForm, invoiceIds: [invoice] } }) },
  ],
  ['GET /api/statement', { admin: 404, ask: () => ({ query: range }) }],
  ['GET /api/billing-summary', { admin: 404 }],
  ['GET /api/billing-summary/differences', { admin: 404 }],
  ['GET /api/events'],
  ['GET /api/team', { admin: 404 }],
  ['GET /api/company-data', { admin: 404 }],
  [
    'POST /api/team/invitations',
    {
      own: 201,
      admin: 404,
      ask: () => {
        invited += 1;
        const email = `invited${invited}@example.com`;
        return { body: { name: 'Cora Cole', email, role: 'viewer' } };
      },
    },
  ],
  ['POST /api/team/invitations/:id/send-again', { of: 'invitation', admin: 404 }],
  ['DELETE /api/team/invitations/:id', { of: 'invitation', admin: 404, spends: true }],
  // of the last owner
  ['PATCH /api/team/:id', { of: 'user', own: 422, admin: 404, ask: () => ({ body: { role: 'viewer' } }) }],
  ['DELETE /api/team/:id', { of: 'user', own: 422, admin: 404 }],
  ['DELETE /api/team/:id/sessions', { of: 'user', admin: 404, spends: true }],
]);
