import type { PortalEvent } from '@portal/domain';
import { BLANK_SITE } from '@portal/domain';

export function accountOpened(accountId: string, companyName = 'Doe Security'): PortalEvent {
  return {
    type: 'AccountOpened',
    data: {
      accountId,
      firstUserId: null,
      name: companyName,
      companyName,
      companyAddress: '1 Main St',
      companyCity: 'Albany',
      companyState: 'NY',
      companyZip: '12207',
      companyPhone: '(518) 555-0100',
      companyEmail: 'ann@example.com',
      defaultReaderRateCents: 650,
      promotionalMonths: 24,
      promotionalLicensePricing: true,
      equipmentPurchasesEnabled: true,
      isDemo: true,
    },
  };
}

/** An active site, by default with 12 readers. */
export function siteAdded(
  siteId: string,
  accountId: string,
  more: {
    readonly siteName?: string;
    readonly siteCity?: string;
    readonly readers?: number;
    readonly customRateCents?: number | null;
    readonly requestedDate?: string;
    readonly activeFrom?: string;
  } = {},
): PortalEvent {
  return {
    type: 'SiteAdded',
    data: {
      ...BLANK_SITE,
      siteId,
      accountId,
      userId: accountId,
      siteName: 'Harbor Gate',
      siteAddress: '2 Pier Rd',
      siteCity: 'Albany',
      siteState: 'NY',
      siteZip: '12207',
      panels: 1,
      softwareVersion: 'aurora',
      hardware: [],
      readers: 12,
      requestedDate: '2026-01-05',
      migrationId: null,
      customRateCents: null,
      activeFrom: '2026-01-05',
      ...more,
    },
  };
}
