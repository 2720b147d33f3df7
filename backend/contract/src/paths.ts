/** A path whose ids are percent-encoded. */
const at = (texts: TemplateStringsArray, ...ids: readonly string[]) =>
  String.raw({ raw: texts }, ...ids.map(encodeURIComponent));

/** The paths of the API (S1-7, S2-7), used by routes, pages and tests. */
export const paths = {
  user: '/api/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  forgotPassword: '/api/auth/forgot-password',
  resetLink: '/api/auth/reset-link',
  resetPassword: '/api/auth/reset-password',
  contact: '/api/contact',
  profile: (id: string) => at`/api/users/${id}`,
  emailPreferences: (id: string) => at`/api/users/${id}/email-preferences`,
  changePassword: '/api/change-password',
  /** POST: proves password and code again, for ten minutes. */
  stepUp: '/api/step-up',
  secondFactor: {
    /** GET: state. DELETE: switch off. */
    own: '/api/second-factor',
    setup: '/api/second-factor/setup',
    confirm: '/api/second-factor/confirm',
    recoveryCodes: '/api/second-factor/recovery-codes',
  },
  sites: '/api/sites',
  site: (id: string) => at`/api/sites/${id}`,
  siteHistory: (id: string) => at`/api/sites/${id}/history`,
  siteUsers: (id: string) => at`/api/sites/${id}/users`,
  readerChange: (id: string) => at`/api/sites/${id}/reader-change`,
  /** POST a CSV as text: checks each row as the New Site form does. */
  siteImport: '/api/site-import',
  migrations: '/api/migrations',
  migration: (id: string) => at`/api/migrations/${id}`,
  createPaymentIntent: '/api/create-payment-intent',
  stripeConfig: '/api/stripe-config',
  setupPaymentMethod: '/api/setup-payment-method',
  savePaymentMethod: '/api/save-payment-method',
  userHasPaymentMethod: '/api/user-has-payment-method',
  paymentMethod: '/api/payment-method',
  /** PUT with the consent's version: switches automatic payment on. DELETE: off. */
  autoPay: '/api/auto-pay',
  /** GET: the provider's state of an intent of the caller's company, and what it paid for. */
  paymentOutcome: (intentId: string) => at`/api/payments/${intentId}`,
  stripeWebhook: { demo: '/api/stripe/webhook/demo', live: '/api/stripe/webhook/live' },
  orders: '/api/orders',
  order: (id: string) => at`/api/orders/${id}`,
  orderReceipt: (id: string) => at`/api/orders/${id}/receipt.pdf`,
  invoices: '/api/invoices',
  invoice: (id: string) => at`/api/invoices/${id}`,
  payInvoice: (id: string) => at`/api/invoices/${id}/pay`,
  /** POST: a question about one of its charges. */
  invoiceQuestions: (id: string) => at`/api/invoices/${id}/questions`,
  disputes: '/api/disputes',
  dispute: (id: string) => at`/api/disputes/${id}`,
  disputeReplies: (id: string) => at`/api/disputes/${id}/replies`,
  withdrawDispute: (id: string) => at`/api/disputes/${id}/withdraw`,
  /** POST `{invoiceIds}`: pays several invoices with one payment. */
  payInvoices: '/api/pay-invoices',
  invoicePdf: (id: string) => at`/api/invoices/${id}/invoice.pdf`,
  /** GET ?part=1: one part of the lines after those of the invoice itself. */
  invoiceItems: (id: string) => at`/api/invoices/${id}/items`,
  /** GET: why it differs from the invoice before. */
  invoiceDifferences: (id: string) => at`/api/invoices/${id}/differences`,
  /** GET: it recalculated from the log. */
  invoiceReplay: (id: string) => at`/api/invoices/${id}/replay`,
  invoiceCsv: (id: string) => at`/api/invoices/${id}/invoice.csv`,
  /** GET ?year=2026&format=pdf|csv. */
  invoicesOfYear: '/api/invoices-of-year',
  /** GET ?from=&to=&format=pdf|csv. */
  statement: '/api/statement',
  /** GET: balance, next billing date, estimate and charge breakdown of the caller's company; …/differences: why it changed. */
  billingSummary: '/api/billing-summary',
  account: (id: string) => at`/api/accounts/${id}`,
  resources: '/api/resources',
  /** DELETE: ends an administrator's view of a dealer's pages. */
  viewAs: '/api/view-as',
  /** Server-sent events: `{topic, seq}`; clients refetch. */
  events: '/api/events',
  /** GET: the API as OpenAPI, shown at {@link paths.apiDocs}. */
  openApi: '/api/openapi.json',
  apiDocs: '/api/docs',
  apiDocsFile: (name: string) => at`/api/docs/${name}`,
  admin: {
    users: '/api/admin/users',
    pendingUsers: '/api/admin/pending-users',
    user: (id: string) => at`/api/admin/users/${id}`,
    secondFactor: (id: string) => at`/api/admin/users/${id}/second-factor`,
    approval: (id: string) => at`/api/admin/users/${id}/approval`,
    readerRate: (id: string) => at`/api/admin/users/${id}/reader-rate`,
    /** POST: starts a read-only view of this dealer's pages, until {@link paths.viewAs} is deleted. */
    viewAs: (id: string) => at`/api/admin/users/${id}/view-as`,
    userErasure: (id: string) => at`/api/admin/users/${id}/erasure`,
    userHistory: (id: string) => at`/api/admin/users/${id}/history`,
    sites: '/api/admin/sites',
    site: (id: string) => at`/api/admin/sites/${id}`,
    siteHistory: (id: string) => at`/api/admin/sites/${id}/history`,
    /** POST: cancels the rate announced for a day. */
    cancelAnnouncedSiteRate: (id: string) => at`/api/admin/sites/${id}/cancel-announced-rate`,
    siteReaderChange: (id: string) => at`/api/admin/sites/${id}/reader-change`,
    accounts: '/api/admin/accounts',
    account: (id: string) => at`/api/admin/accounts/${id}`,
    demoStatus: (id: string) => at`/api/admin/accounts/${id}/demo-status`,
    promotionalPricing: (id: string) => at`/api/admin/accounts/${id}/promotional-pricing`,
    cancelAnnouncedRate: (id: string) => at`/api/admin/accounts/${id}/cancel-announced-rate`,
    accountHistory: (id: string) => at`/api/admin/accounts/${id}/history`,
    migrations: '/api/admin/migrations',
    migration: (id: string) => at`/api/admin/migrations/${id}`,
    approveMigration: (id: string) => at`/api/admin/migrations/${id}/approve`,
    migrationHistory: (id: string) => at`/api/admin/migrations/${id}/history`,
    orders: '/api/admin/orders',
    order: (id: string) => at`/api/admin/orders/${id}`,
    orderReceipt: (id: string) => at`/api/admin/orders/${id}/receipt.pdf`,
    refundOrder: (id: string) => at`/api/admin/orders/${id}/refund`,
    payments: '/api/admin/payments',
    payment: (id: string) => at`/api/admin/payments/${id}`,
    /** POST: requests a failed refund again. */
    retryRefund: (id: string) => at`/api/admin/payments/${id}/retry-refund`,
    /** POST: moves part of a refund made at the provider to another invoice of the payment. */
    moveRefund: (id: string) => at`/api/admin/payments/${id}/move-refund`,
    /** POST: ends a payment attempt that the provider does not know. */
    endPayment: (id: string) => at`/api/admin/payments/${id}/end`,
    invoices: '/api/admin/invoices',
    invoice: (id: string) => at`/api/admin/invoices/${id}`,
    invoicePdf: (id: string) => at`/api/admin/invoices/${id}/invoice.pdf`,
    voidInvoice: (id: string) => at`/api/admin/invoices/${id}/void`,
    previewCorrection: (id: string) => at`/api/admin/invoices/${id}/preview-correction`,
    correctInvoice: (id: string) => at`/api/admin/invoices/${id}/correct`,
    reissueInvoice: (id: string) => at`/api/admin/invoices/${id}/reissue`,
    refundInvoice: (id: string) => at`/api/admin/invoices/${id}/refund`,
    creditInvoice: (id: string) => at`/api/admin/invoices/${id}/credit`,
    recordInvoicePayment: (id: string) => at`/api/admin/invoices/${id}/record-payment`,
    reverseInvoicePayment: (id: string) => at`/api/admin/invoices/${id}/reverse-payment`,
    /** POST: moves part of a payment or credit of it to another open invoice. */
    moveAllocation: (id: string) => at`/api/admin/invoices/${id}/move-allocation`,
    updateInvoiceSite: '/api/admin/update-invoice-site',
    /** POST: issues one account's invoice for a period. */
    issueInvoice: (accountId: string) => at`/api/admin/accounts/${accountId}/issue-invoice`,
    billingSummary: (accountId: string) => at`/api/admin/accounts/${accountId}/billing-summary`,
    statement: (accountId: string) => at`/api/admin/accounts/${accountId}/statement`,
    /** POST: mails the dealer the link to the payment method page. */
    askForPaymentMethod: (accountId: string) => at`/api/admin/accounts/${accountId}/ask-for-payment-method`,
    /** POST a rate or promotion that is not saved: its effect on the next invoice, line by line. */
    rateEffect: (accountId: string) => at`/api/admin/accounts/${accountId}/rate-effect`,
    billingRuns: '/api/admin/billing-runs',
    /** GET ?period=2026-12: what a run would issue. */
    billingPreview: '/api/admin/billing-preview',
    /** POST `{period}`: issues the period's invoices. */
    runBilling: '/api/admin/run-billing',
    revenue: '/api/admin/revenue',
    portalSettings: '/api/admin/portal-settings',
    settingsHistory: '/api/admin/portal-settings/history',
    /** GET: open alerts and recently closed ones. */
    alerts: '/api/admin/alerts',
    acknowledgeAlert: (id: string) => at`/api/admin/alerts/${id}/acknowledge`,
    snoozeAlert: (id: string) => at`/api/admin/alerts/${id}/snooze`,
    /** GET: pending decisions and totals. */
    overview: '/api/admin/overview',
    /** GET ?list=sites&filter={}&tabs=[{"status":"active"}]: how many records of a list each tab has. */
    counts: '/api/admin/counts',
    /** GET: newest events of the log in words. */
    activity: '/api/admin/activity',
    /** GET, PUT: the administrator's own saved lists. */
    savedViews: '/api/admin/saved-views',
    /** GET ?from=2026-01&to=2026-11: revenue by month and company, and as a file. */
    revenueReport: '/api/admin/revenue-report',
    revenueDownload: '/api/admin/revenue-report/download',
    report: (type: string) => at`/api/admin/reports/${type}`,
    reportDownload: '/api/admin/reports/download',
    /** GET with a report's filters: sites and readers month by month, for the charts. */
    activityByMonth: '/api/admin/activity-by-month',
    timeline: (kind: string, id: string) => at`/api/admin/audit/${kind}/${id}/timeline`,
    stateAt: (kind: string, id: string) => at`/api/admin/audit/${kind}/${id}/state`,
    invoiceReplay: (id: string) => at`/api/admin/invoices/${id}/replay`,
    disputes: '/api/admin/disputes',
    dispute: (id: string) => at`/api/admin/disputes/${id}`,
    disputeReplies: (id: string) => at`/api/admin/disputes/${id}/replies`,
    closeDispute: (id: string) => at`/api/admin/disputes/${id}/close`,
    /** GET: an invoice's evidence as PDF, and as raw events with their hashes. */
    evidencePdf: (id: string) => at`/api/admin/invoices/${id}/evidence.pdf`,
    evidenceJson: (id: string) => at`/api/admin/invoices/${id}/evidence.json`,
    maintenance: '/api/admin/upkeep',
    verifyLog: '/api/admin/upkeep/verify',
    rebuild: '/api/admin/upkeep/rebuild',
    unpark: '/api/admin/upkeep/unpark',
    contacts: '/api/admin/contacts',
    contact: (id: string) => at`/api/admin/contacts/${id}`,
    mails: '/api/admin/mails',
    mail: (id: string) => at`/api/admin/mails/${id}`,
    /** POST: queues a dead mail again. */
    sendMailAgain: (id: string) => at`/api/admin/mails/${id}/send-again`,
  },
} as const;

/** Response header: log position of a command's events. Sent back as {@link READ_AFTER}, so that a page reads its own writes. */
export const LOG_POSITION = 'X-Log-Position';
export const READ_AFTER = 'X-Read-After';
/** `catching-up` where the projections were not up to date within 2 s. */
export const PROJECTION = 'X-Projection';
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/**
 * `code` of the 403 for what an open session alone must not do, e.g. making an administrator. POST /api/step-up with the
 * password and, where a second factor is on, a code opens it for ten minutes; then the request is repeated.
 */
export const STEP_UP_REQUIRED = 'step_up_required';
