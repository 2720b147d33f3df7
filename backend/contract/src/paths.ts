/** The paths of the API, once: server routes, pages and tests take them from here (spec 1 and 2, section 7). */
export const paths = {
  user: '/api/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  forgotPassword: '/api/auth/forgot-password',
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
  migrations: '/api/migrations',
  account: (id: string) => `/api/accounts/${encodeURIComponent(id)}`,
  resources: '/api/resources',
  /** Server-sent events: `{topic, seq}`; clients refetch. */
  events: '/api/events',
  admin: {
    users: '/api/admin/users',
    pendingUsers: '/api/admin/pending-users',
    user: (id: string) => `/api/admin/users/${encodeURIComponent(id)}`,
    secondFactor: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/second-factor`,
    approval: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/approval`,
    readerRate: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/reader-rate`,
    userHistory: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/history`,
    sites: '/api/admin/sites',
    site: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}`,
    siteHistory: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}/history`,
    siteReaderChange: (id: string) => `/api/admin/sites/${encodeURIComponent(id)}/reader-change`,
    accounts: '/api/admin/accounts',
    account: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}`,
    demoStatus: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/demo-status`,
    promotionalPricing: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/promotional-pricing`,
    accountHistory: (id: string) => `/api/admin/accounts/${encodeURIComponent(id)}/history`,
    contacts: '/api/admin/contacts',
    contact: (id: string) => `/api/admin/contacts/${encodeURIComponent(id)}`,
    mails: '/api/admin/mails',
    mail: (id: string) => `/api/admin/mails/${encodeURIComponent(id)}`,
  },
} as const;

/** Header with the log position of what a command appended; sent back as {@link READ_AFTER} to read one's own writes. */
export const LOG_POSITION = 'X-Log-Position';
export const READ_AFTER = 'X-Read-After';
/** `catching-up` on an answer whose projections were not done within 2 s. */
export const PROJECTION = 'X-Projection';
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
