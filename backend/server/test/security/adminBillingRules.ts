import { type AccessRule, staffRules } from './accessRule.ts';

const reason = 'Told by phone';
const year = { startDate: '2026-01-01', endDate: '2026-12-31' };
const added = (amount: string) => ({ kind: 'line', text: 'Agreed', amount, reason });
const range = { from: '2026-01-01', to: '2026-12-31' };

const bankFile = { type: 'text/csv', text: 'Date,Description,Amount\n2026-08-20,DEPOSIT,1.00\n' };
const bankMapping = {
  ...{ date: 0, text: [1], amount: 2, direction: null, reference: null },
  ...{ dateFormat: 'ymd', decimal: '.' },
};

/** Sites, orders, money and reports of all companies: staff alone. */
export const adminBillingRules: readonly AccessRule[] = staffRules([
  ['GET /api/admin/sites'],
  ['GET /api/admin/sites/:id', { of: 'site' }],
  [
    'POST /api/admin/sites',
    {
      of: 'account',
      admin: 201,
      unknown: 422,
      ask: ({ account }) => ({
        body: {
          site_name: 'East Gate',
          number_of_acu_panels: '1',
          number_of_readers: '4',
          account_id: account,
        },
      }),
    },
  ],
  ['PATCH /api/admin/sites/:id', { of: 'site', ask: () => ({ body: { site_name: 'West Gate' } }) }],
  ['PUT /api/admin/sites/:id', { of: 'site', ask: () => ({ body: { site_name: 'South Gate' } }) }],
  ['DELETE /api/admin/sites/:id', { of: 'site', spends: true, ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/sites/:id/history', { of: 'site' }],
  [
    'POST /api/admin/sites/:id/cancel-announced-rate',
    { of: 'site', ask: () => ({ body: { effective_from: '2030-01-01' } }) },
  ],
  [
    'POST /api/admin/sites/:id/reader-change',
    { of: 'site', admin: 422, ask: () => ({ body: { approved: true, number_of_readers: '20' } }) },
  ],
  ['GET /api/admin/migrations'],
  ['GET /api/admin/migrations/:id', { of: 'migration' }],
  ['GET /api/admin/migrations/:id/history', { of: 'migration' }],
  [
    'POST /api/admin/migrations/:id/approve',
    { of: 'migration', spends: true, ask: () => ({ body: { reason } }) },
  ],
  ['DELETE /api/admin/migrations/:id', { of: 'migration', spends: true, ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/orders'],
  ['GET /api/admin/orders/:id', { of: 'order' }],
  ['GET /api/admin/orders/:id/receipt.pdf', { of: 'order', admin: 404 }],
  [
    'POST /api/admin/orders/:id/refund',
    // nothing was paid for it
    { of: 'order', admin: 409, ask: () => ({ body: { amount: '1.00', reason } }) },
  ],
  ['DELETE /api/admin/orders/:id', { of: 'order', spends: true, ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/payments'],
  ['GET /api/admin/collections'],
  ['GET /api/admin/totals', { ask: () => ({ query: { list: 'invoices' } }) }],
  ['GET /api/admin/collections/totals'],
  ['GET /api/admin/receivables'],
  ['GET /api/admin/receivables/totals'],
  ['GET /api/admin/receipts'],
  ['GET /api/admin/receipts/totals'],
  ['GET /api/admin/credit-notes'],
  ['GET /api/admin/credit-notes/totals'],
  ['GET /api/admin/credit-notes/:id/pdf', { of: 'creditNote' }],
  ['POST /api/admin/bank-files/preview', { ask: () => ({ file: bankFile }) }],
  [
    'POST /api/admin/bank-files',
    { ask: () => ({ file: bankFile, query: { mapping: JSON.stringify(bankMapping) } }) },
  ],
  ['GET /api/admin/bank-lines'],
  ['GET /api/admin/bank-lines/totals'],
  [
    'POST /api/admin/bank-lines/:id/match',
    { of: 'bankLine', spends: true, ask: ({ receipt }) => ({ body: { receipt_id: receipt } }) },
  ],
  [
    'POST /api/admin/bank-lines/:id/set-aside',
    { of: 'bankLine', spends: true, ask: () => ({ body: { reason } }) },
  ],
  ['POST /api/admin/bank-lines/:id/take-back', { of: 'bankLine', spends: true }],
  ['GET /api/admin/payments/:id', { of: 'attempt' }],
  [
    'POST /api/admin/payments/:id/retry-refund',
    { of: 'attempt', admin: 404, ask: () => ({ body: { refund_id: 'none' } }) },
  ],
  [
    'POST /api/admin/payments/:id/move-refund',
    {
      of: 'attempt',
      admin: 404,
      ask: () => ({ body: { refund_id: 'none', to_invoice_id: 'none', amount: '1', reason } }),
    },
  ],
  ['POST /api/admin/payments/:id/end', { of: 'attempt', admin: 409, ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/invoices'],
  ['GET /api/admin/invoices/:id', { of: 'invoice' }],
  ['GET /api/admin/invoices/:id/invoice.pdf', { of: 'invoice' }],
  ['GET /api/admin/invoices/:id/replay', { of: 'invoice' }],
  ['GET /api/admin/invoices/:id/evidence.json', { of: 'invoice' }],
  ['GET /api/admin/invoices/:id/evidence.pdf', { of: 'invoice' }],
  ['POST /api/admin/invoices/:id/void', { of: 'invoice', spends: true, ask: () => ({ body: { reason } }) }],
  [
    'POST /api/admin/invoices/:id/write-off',
    { of: 'invoice', spends: true, ask: () => ({ body: { reason } }) },
  ],
  // it is not overdue
  ['POST /api/admin/invoices/:id/send-reminder', { of: 'invoice', admin: 409, ask: () => ({ body: {} }) }],
  ['POST /api/admin/preview-reminders', { ask: () => ({ body: { ids: ['none'] } }) }],
  [
    'POST /api/admin/invoices/:id/take-write-off-back',
    // it was never written off
    { of: 'invoice', admin: 409, ask: () => ({ body: { reason } }) },
  ],
  ['POST /api/admin/invoices/:id/preview-correction', { of: 'invoice', ask: () => ({ body: {} }) }],
  [
    'POST /api/admin/invoices/:id/reissue',
    { of: 'invoice', spends: true, ask: () => ({ body: { corrections: [added('1.00')] } }) },
  ],
  [
    'POST /api/admin/invoices/:id/correct',
    {
      of: 'paid',
      // it was issued without a site, so that nothing lowers it
      admin: 422,
      ask: () => ({ body: { corrections: [added('-1.00')], as: 'credit' } }),
    },
  ],
  [
    'POST /api/admin/invoices/:id/refund',
    {
      of: 'paid',
      spends: true,
      ask: () => ({
        body: { amount: '1.00', method: 'check', refunded_on: '2026-08-20', reference: 'no. 7', reason },
      }),
    },
  ],
  [
    'POST /api/admin/invoices/:id/credit',
    { of: 'paid', spends: true, ask: () => ({ body: { amount: '1.00', reason } }) },
  ],
  [
    'POST /api/admin/invoices/:id/record-payment',
    {
      of: 'invoice',
      spends: true,
      ask: () => ({ body: { method: 'check', paid_on: '2026-08-20', reference: 'no. 8' } }),
    },
  ],
  [
    'POST /api/admin/accounts/:id/receipts',
    {
      of: 'account',
      spends: true,
      ask: ({ invoice }) => ({
        body: {
          method: 'check',
          amount: '1.00',
          received_on: '2026-08-20',
          reference: 'no. 9',
          shares: [{ invoice_id: invoice, amount: '1.00' }],
        },
      }),
    },
  ],
  [
    'POST /api/admin/receipts/:id/reverse',
    { of: 'receipt', spends: true, ask: () => ({ body: { reason: 'It bounced' } }) },
  ],
  ['GET /api/admin/accounts/:id/overview', { of: 'account' }],
  ['GET /api/admin/accounts/:id/credit', { of: 'account' }],
  [
    'POST /api/admin/accounts/:id/payouts',
    {
      of: 'account',
      // it has no credit
      admin: 422,
      ask: () => ({
        body: {
          method: 'check',
          amount: '1.00',
          paid_on: '2026-08-20',
          reference: 'no. 9',
          reason: 'Asked for',
        },
      }),
    },
  ],
  // a receipt is no payout
  [
    'POST /api/admin/payouts/:id/reverse',
    { of: 'receipt', admin: 404, ask: () => ({ body: { reason: 'It was stopped' } }) },
  ],
  [
    'POST /api/admin/invoices/:id/reverse-payment',
    {
      of: 'paid',
      spends: true,
      ask: ({ recorded }) => ({ body: { payment_id: recorded, reason: 'It bounced' } }),
    },
  ],
  [
    'POST /api/admin/invoices/:id/move-allocation',
    {
      of: 'paid',
      // to itself, since a card may be paying the other one
      admin: 422,
      ask: ({ recorded, paid }) => ({
        body: { allocation: recorded, to_invoice_id: paid, amount: '1.00', reason },
      }),
    },
  ],
  [
    'POST /api/admin/update-invoice-site',
    { of: 'invoice', ask: ({ invoice, site }) => ({ body: { invoiceId: invoice, siteId: site } }) },
  ],
  ['POST /api/admin/run-billing', { ask: () => ({ body: { period: '2026-10' } }) }],
  ['GET /api/admin/billing-runs'],
  ['GET /api/admin/billing-preview', { ask: () => ({ query: { period: '2026-10' } }) }],
  [
    'POST /api/admin/accounts/:id/issue-invoice',
    { of: 'account', ask: () => ({ body: { period: '2026-09' } }) },
  ],
  [
    'POST /api/admin/accounts/:id/rate-effect',
    { of: 'account', ask: () => ({ body: { kind: 'default_rate', rate: '5.00' } }) },
  ],
  ['POST /api/admin/preview-rates', { admin: 404, ask: () => ({ body: { ids: ['none'], rate: '5.00' } }) }],
  ['POST /api/admin/preview-approvals', { ask: () => ({ body: { ids: ['none'] } }) }],
  ['GET /api/admin/tax-rates'],
  [
    'POST /api/admin/tax-rates',
    { spends: true, ask: () => ({ body: { state: 'WY', rate: '0', from: '2090-01-01', reason } }) },
  ],
  ['GET /api/admin/accounts/:id/tax-exemption', { of: 'account' }],
  [
    'POST /api/admin/accounts/:id/tax-exemption',
    { of: 'account', ask: () => ({ body: { certificate: 'WY-1', from: '2026-01-01', to: '', reason } }) },
  ],
  ['POST /api/admin/accounts/:id/end-tax-exemption', { of: 'account', ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/accounts/:id/charges', { of: 'account' }],
  [
    'POST /api/admin/accounts/:id/charges',
    { of: 'account', ask: () => ({ body: { text: 'Setup', amount: '25.00', reason } }) },
  ],
  [
    'POST /api/admin/accounts/:id/cancel-charge',
    { of: 'account', admin: 404, ask: () => ({ body: { charge_id: 'none', reason } }) },
  ],
  [
    'POST /api/admin/accounts/:id/promises',
    { of: 'account', ask: () => ({ body: { promised_on: '2099-12-31', note: 'By check' } }) },
  ],
  ['POST /api/admin/accounts/:id/release-order-hold', { of: 'account', ask: () => ({ body: { reason } }) }],
  ['GET /api/admin/accounts/:id/billing-summary', { of: 'account' }],
  ['GET /api/admin/accounts/:id/billing-summary/differences', { of: 'account' }],
  ['GET /api/admin/accounts/:id/statement', { of: 'account', ask: () => ({ query: range }) }],
  ['GET /api/admin/revenue'],
  ['GET /api/admin/revenue-report'],
  ['GET /api/admin/revenue-report/download', { ask: () => ({ query: { format: 'csv' } }) }],
  ['GET /api/admin/journal'],
  ['GET /api/admin/journal/download', { ask: () => ({ query: { format: 'csv' } }) }],
  ['GET /api/admin/journal-accounts'],
  ['PATCH /api/admin/journal-accounts', { ask: () => ({ body: { accounts: {} } }) }],
  ['GET /api/admin/books'],
  // no month is closed
  ['POST /api/admin/books/close', { admin: 409, ask: () => ({ body: { period: '2020-01' } }) }],
  ['POST /api/admin/books/reopen', { admin: 409, ask: () => ({ body: { period: '2020-01', reason } }) }],
  ['GET /api/admin/reports/download', { ask: () => ({ query: { type: 'active-sites', format: 'csv' } }) }],
  ['GET /api/admin/reports/:type', { ask: () => ({ params: { type: 'active-sites' } }) }],
  [
    'GET /api/admin/money-reports/download',
    { ask: () => ({ query: { type: 'recurring-revenue', format: 'csv' } }) },
  ],
  ['GET /api/admin/money-reports/:type', { ask: () => ({ params: { type: 'recurring-revenue' } }) }],
  ['GET /api/admin/activity-by-month', { ask: () => ({ query: year }) }],
  ['GET /api/admin/counts', { ask: () => ({ query: { list: 'sites', tabs: '[{}]' } }) }],
  ['GET /api/admin/disputes'],
  ['GET /api/admin/disputes/:id', { of: 'dispute' }],
  [
    'POST /api/admin/disputes/:id/replies',
    { of: 'dispute', admin: 201, ask: () => ({ body: { text: 'So' } }) },
  ],
  [
    'POST /api/admin/disputes/:id/close',
    { of: 'dispute', spends: true, ask: () => ({ body: { outcome: 'explained', explanation: 'So' } }) },
  ],
  ['POST /api/admin/exports', { ask: () => ({ body: { list: 'users', rows: 3 } }) }],
  ['GET /api/admin/approvals'],
  ['GET /api/admin/approvals/:id', { of: 'approval' }],
  ['POST /api/admin/approvals/:id/approve', { of: 'approval', spends: true }],
  [
    'POST /api/admin/approvals/:id/decline',
    { of: 'approval', spends: true, ask: () => ({ body: { reason: 'No' } }) },
  ],
  // somebody else asked for it
  ['POST /api/admin/approvals/:id/withdraw', { of: 'approval', admin: 403 }],
  ['GET /api/admin/notes'],
  ['GET /api/admin/notes/:id', { of: 'note' }],
  [
    'POST /api/admin/notes',
    {
      of: 'account',
      admin: 201,
      ask: ({ account }) => ({ body: { about: 'company', about_id: account, text: 'Pays by check' } }),
    },
  ],
  ['PATCH /api/admin/notes/:id', { of: 'note', ask: () => ({ body: { pinned: true } }) }],
  ['DELETE /api/admin/notes/:id', { of: 'note', spends: true }],
  [
    'POST /api/admin/notes/:id/files',
    {
      of: 'note',
      admin: 201,
      ask: () => ({ query: { name: 'check.pdf' }, file: { type: 'application/pdf', text: '%PDF-1.4' } }),
    },
  ],
  [
    'GET /api/admin/notes/:id/files/:fileId',
    { of: 'note', ask: ({ noteFile }) => ({ params: { fileId: noteFile } }) },
  ],
  [
    'DELETE /api/admin/notes/:id/files/:fileId',
    { of: 'note', spends: true, ask: ({ noteFile }) => ({ params: { fileId: noteFile } }) },
  ],
]);
