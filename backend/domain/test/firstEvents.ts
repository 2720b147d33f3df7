import type { AccountEvent } from '../src/account/events.ts';
import { BLANK_SITE } from '../src/site/details.ts';
import type { SiteEvent } from '../src/site/events.ts';
import type { UserEvent } from '../src/user/events.ts';

type DataOf<Type extends SiteEvent['type']> = Extract<SiteEvent, { type: Type }>['data'];

export const SITE_IDS = { siteId: 's1', accountId: 'a1' };

export const siteDetails = (siteName = 'Harbour Tower') => ({
  ...BLANK_SITE,
  siteName,
  siteAddress: '2 Dock Rd',
  siteCity: 'Staten Island',
  siteState: 'NY',
  siteZip: '10311',
  panels: 1,
  softwareVersion: 'aurora',
  hardware: [],
});

/** The order of a site with 12 readers. */
export const siteRequested = (change: Partial<DataOf<'SiteRequested'>> = {}): SiteEvent => ({
  type: 'SiteRequested',
  data: {
    ...SITE_IDS,
    userId: 'u1',
    ...siteDetails(),
    readers: 12,
    requestedDate: '2026-03-10',
    priceCents: 0,
    orderId: null,
    ...change,
  },
});

/** A site with 12 readers that an administrator adds. */
export const siteAdded = (change: Partial<DataOf<'SiteAdded'>> = {}): SiteEvent => ({
  type: 'SiteAdded',
  data: {
    ...SITE_IDS,
    userId: 'u1',
    ...siteDetails(),
    readers: 12,
    requestedDate: '2026-03-10',
    migrationId: null,
    customRateCents: null,
    activeFrom: '2026-03-10',
    ...change,
  },
});

export const COMPANY = {
  name: 'Doe',
  companyName: 'Doe',
  companyAddress: '1 Main St',
  companyCity: 'Staten Island',
  companyState: 'NY',
  companyZip: '10311',
  companyPhone: '7185550100',
  companyEmail: 'dana@example.com',
  billingContact: '',
  invoiceEmails: '',
  poNumber: '',
};

/** A demo account at $6.50. */
export const ACCOUNT_OPENED = {
  type: 'AccountOpened',
  data: {
    accountId: 'a1',
    firstUserId: 'u1',
    ...COMPANY,
    defaultReaderRateCents: 650,
    promotionalMonths: 24,
    promotionalLicensePricing: true,
    equipmentPurchasesEnabled: true,
    isDemo: true,
  },
} as const satisfies AccountEvent;

/** An approved administrator without an account. */
export const userAdded = (
  change: Partial<Extract<UserEvent, { type: 'UserAdded' }>['data']> = {},
): UserEvent => ({
  type: 'UserAdded',
  data: {
    userId: 'u1',
    accountId: null,
    username: 'root',
    name: 'Root',
    email: 'root@example.com',
    company: '',
    phone: '',
    address: '',
    city: '',
    state: '',
    zip: '',
    isAdmin: true,
    isApproved: true,
    dealerId: null,
    ...change,
  },
});
