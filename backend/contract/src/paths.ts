/** The paths of the API, once: server routes, pages and tests take them from here (S1-7, S2-7). */
export const paths = {
  user: '/api/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  forgotPassword: '/api/auth/forgot-password',
  resetLink: '/api/auth/reset-link',
  resetPassword: '/api/auth/reset-password',
  contact: '/api/contact',
  profile: (id: string) => `/api/users/${encodeURIComponent(id)}`,
  emailPreferences: (id: string) => `/api/users/${encodeURIComponent(id)}/email-preferences`,
  changePassword: '/api/change-password',
  secondFactor: {
    /** GET: how it stands. DELETE: switch it off. */
    own: '/api/second-factor',
    setup: '/api/second-factor/setup',
    confirm: '/api/second-factor/confirm',
    recoveryCodes: '/api/second-factor/recovery-codes',
  },
  sites: '/api/sites',
  site: (id: string) => `/api/sites/${encodeURIComponent(id)}`,
  siteHistory: (id: string) => `/api/sites/${encodeURIComponent(id)}/history`,
  siteUsers: (id: string) => `/api/sites/${encodeURIComponent(id)}/users`,
  readerChange: (id: string) => `/api/sites/${encodeURIComponent(id)}/reader-change`,
  /** POST a CSV as text: each row checked as the New Site form would check it. */
  siteImport: '/api/site-import',
  migrations: '/api/migrations',
  migration: (id: string) => `/api/migrations/${encodeURIComponent(id)}`,
  createPaymentIntent: '/api/create-payment-intent',
  stripeConfig: '/api/stripe-config',
  setupPaymentMethod: '/api/setup-payment-method',
  savePaymentMethod: '/api/save-payment-method',
  userHasPaymentMethod: '/api/user-has-payment-method',
  paymentMethod: '/api/payment-method',
  /** PUT with the consent's version: automatic payment from now on. DELETE: not any more. */
  autoPay: '/api/auto-pay',
  /** GET: asks the provider about an intent of the caller's company, and what it paid for. */
  paymentOutcome: (intentId: string) => `/api/payments/${encodeURIComponent(intentId)}`,
  stripeWebhook: { demo: '/api/stripe/webhook/demo', live: '/api/stripe/webhook/live' },
  orders: '/api/orders',
  order: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
  orderReceipt: (id: string) => `/api/orders/${encodeURIComponent(id)}/receipt.pdf`,
  invoices: '/api/invoices',
  invoice: (id: string) => `/api/invoices/${encodeURIComponent(id)}`,
  payInvoice: (id: string) => `/api/invoices/${encodeURIComponent(id)}/pay`,
  /** POST: a question about one of its charges. */
  invoiceQuestions: (id: string) => `/api/invoices/${encodeURIComponent(id)}/questions`,
  disputes: '/api/disputes',
  dispute: (id: string) => `/api/disputes/${encodeURIComponent(id)}`,
  disputeReplies: (id: string) => `/api/disputes/${encodeURIComponent(id)}/replies`,
  /** POST: the dealer takes the question back. */
  withdrawDispute: (id: string) => `/api/disputes/${encodeURIComponent(id)}/withdraw`,
  /** POST `{invoiceIds}`: several invoices with one payment. */
  payInvoices: '/api/pay-invoices',
  invoicePdf: (id: string) => `/api/invoices/${encodeURIComponent(id)}/invoice.pdf`,
  /** GET ?part=1: the lines that follow those of the invoice itself, a part at a time. */
  invoiceItems: (id: string) => `/api/invoices/${encodeURIComponent(id)}/items`,
  invoiceCsv: (id: string) => `/api/invoices/${encodeURIComponent(id)}/invoice.csv`,
  /** GET ?year=2026&format=pdf|csv. */
  invoicesOfYear: '/api/invoices-of-year',
  /** GET ?from=&to=&format=pdf|csv. */
  statement: '/api/statement',
  /** GET: balance, next billing date, estimate and charge breakdown of the caller's company. */
  billingSummary: '/api/billing-summary',
  account: (id: string) => `/api/accounts/${encodeURIComponent(id)}`,
  resources: '/api/resources',
  /** DELETE: an administrator stops looking at a dealer's pages. */
  viewAs: '/api/view-as',
  /** Server-sent events: `{topic, seq}`; clients refetch. */
  events: '/api/events',
  /** GET: the API as OpenAPI describes it; the page at {@link paths.apiDocs} shows it. */
  openApi: '/api/openapi.json',
  apiDocs: '/api/docs',
  apiDocsFile: (name: string) => `/api/docs/${encodeURIComponent(name)}`,
  admin: {
    users: '/api/admin/users',
    pendingUsers: '/api/admin/pending-users',
    user: (id: string) => `/api/admin/users/${encodeURIComponent(id)}`,
    secondFactor: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/second-factor`,
    approval: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/approval`,
    readerRate: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/reader-rate`,
    /** POST: look at this dealer's pages, read-only, until {@link paths.viewAs} is deleted. */
    viewAs: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/view-as`,
    userErasure: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/erasure`,
    userHistory: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/history`,
    sites: '/api/admin/sites',
    site: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}`,
    siteHistory: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}/history`,
    /** POST: the rate announced for a day shall not come into force. */
    cancelAnnouncedSiteRate: (id: string) =>
      `/api/admin/sites/${encodeURIComponent(id)}/cancel-announced-rate`,
    siteReaderChange: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}/reader-change`,
    accounts: '/api/admin/accounts',
    account: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}`,
    demoStatus: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/demo-status`,
    promotionalPricing: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/promotional-pricing`,
    cancelAnnouncedRate: (id: string) =>
      `/api/admin/accounts/${encodeURIComponent(id)}/cancel-announced-rate`,
    accountHistory: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/history`,
    migrations: '/api/admin/migrations',
    migration: (id: string) => `/api/admin/migrations/${encodeURIComponent(id)}`,
    approveMigration: (id: string) => `/api/admin/migrations/${encodeURIComponent(id)}/approve`,
    migrationHistory: (id: string) => `/api/admin/migrations/${encodeURIComponent(id)}/history`,
    orders: '/api/admin/orders',
    order: (id: string) => `/api/admin/orders/${encodeURIComponent(id)}`,
    orderReceipt: (id: string) => `/api/admin/orders/${encodeURIComponent(id)}/receipt.pdf`,
    /** Attempts to pay: declined, failed, refunded, disputed among them. */
    payments: '/api/admin/payments',
    payment: (id: string) => `/api/admin/payments/${encodeURIComponent(id)}`,
    /** POST: asks for a refund that failed once more. */
    retryRefund: (id: string) => `/api/admin/payments/${encodeURIComponent(id)}/retry-refund`,
    /** POST: ends an attempt that the provider does not know. */
    endPayment: (id: string) => `/api/admin/payments/${encodeURIComponent(id)}/end`,
    invoices: '/api/admin/invoices',
    invoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}`,
    invoicePdf: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/invoice.pdf`,
    voidInvoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/void`,
    previewCorrection: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/preview-correction`,
    correctInvoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/correct`,
    reissueInvoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/reissue`,
    refundInvoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/refund`,
    creditInvoice: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/credit`,
    recordInvoicePayment: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/record-payment`,
    reverseInvoicePayment: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/reverse-payment`,
    updateInvoiceSite: '/api/admin/update-invoice-site',
    /** POST: issues an account's invoice for a period outside of the run. */
    issueInvoice: (accountId: string) => `/api/admin/accounts/${encodeURIComponent(accountId)}/issue-invoice`,
    /** GET: summary of an account as the dealer sees it. */
    billingSummary: (accountId: string) =>
      `/api/admin/accounts/${encodeURIComponent(accountId)}/billing-summary`,
    statement: (accountId: string) => `/api/admin/accounts/${encodeURIComponent(accountId)}/statement`,
    /** POST: mails the dealer the link to the payment method page. */
    askForPaymentMethod: (accountId: string) =>
      `/api/admin/accounts/${encodeURIComponent(accountId)}/ask-for-payment-method`,
    /** POST a rate or promotion that is not saved yet: its effect on the next invoice, line by line. */
    rateEffect: (accountId: string) => `/api/admin/accounts/${encodeURIComponent(accountId)}/rate-effect`,
    billingRuns: '/api/admin/billing-runs',
    /** GET ?period=2026-12: what a run would issue. */
    billingPreview: '/api/admin/billing-preview',
    /** POST `{period}`: issues all invoices that are due. */
    runBilling: '/api/admin/run-billing',
    revenue: '/api/admin/revenue',
    /** GET, PATCH: what administrators may set. */
    portalSettings: '/api/admin/portal-settings',
    /** GET: who changed which setting, and when. */
    settingsHistory: '/api/admin/portal-settings/history',
    /** GET: trouble that the portal found by itself, open and lately closed. */
    alerts: '/api/admin/alerts',
    acknowledgeAlert: (id: string) => `/api/admin/alerts/${encodeURIComponent(id)}/acknowledge`,
    snoozeAlert: (id: string) => `/api/admin/alerts/${encodeURIComponent(id)}/snooze`,
    /** GET: what needs a decision now, and figures. */
    overview: '/api/admin/overview',
    /** GET: newest events of the log in plain words. */
    activity: '/api/admin/activity',
    /** GET, PUT: the lists an administrator keeps, one's own. */
    savedViews: '/api/admin/saved-views',
    report: (type: string) => `/api/admin/reports/${encodeURIComponent(type)}`,
    reportDownload: '/api/admin/reports/download',
    /** GET with a report's filters: sites and readers month by month, for the charts. */
    activityByMonth: '/api/admin/activity-by-month',
    timeline: (kind: string, id: string) =>
      `/api/admin/audit/${encodeURIComponent(kind)}/${encodeURIComponent(id)}/timeline`,
    stateAt: (kind: string, id: string) =>
      `/api/admin/audit/${encodeURIComponent(kind)}/${encodeURIComponent(id)}/state`,
    invoiceReplay: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/replay`,
    disputes: '/api/admin/disputes',
    dispute: (id: string) => `/api/admin/disputes/${encodeURIComponent(id)}`,
    disputeReplies: (id: string) => `/api/admin/disputes/${encodeURIComponent(id)}/replies`,
    closeDispute: (id: string) => `/api/admin/disputes/${encodeURIComponent(id)}/close`,
    /** GET: everything about an invoice on paper, and as raw events with their proof. */
    evidencePdf: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/evidence.pdf`,
    evidenceJson: (id: string) => `/api/admin/invoices/${encodeURIComponent(id)}/evidence.json`,
    upkeep: '/api/admin/upkeep',
    verifyLog: '/api/admin/upkeep/verify',
    rebuild: '/api/admin/upkeep/rebuild',
    unpark: '/api/admin/upkeep/unpark',
    contacts: '/api/admin/contacts',
    contact: (id: string) => `/api/admin/contacts/${encodeURIComponent(id)}`,
    mails: '/api/admin/mails',
    mail: (id: string) => `/api/admin/mails/${encodeURIComponent(id)}`,
    /** POST: a dead mail is queued once more. */
    sendMailAgain: (id: string) => `/api/admin/mails/${encodeURIComponent(id)}/send-again`,
  },
} as const;

/** Header with the log position of what a command appended; sent back as {@link READ_AFTER} to read one's own writes. */
export const LOG_POSITION = 'X-Log-Position';
export const READ_AFTER = 'X-Read-After';
/** `catching-up` on an answer whose projections were not done within 2 s. */
export const PROJECTION = 'X-Projection';
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
