import type { AccountBillingFacts } from '../src/billing/accountFacts.ts';
import type { SiteBillingFacts } from '../src/billing/siteFacts.ts';
import type { RateFact } from '../src/rates/facts.ts';

/** A saved rate; `because` names the event in a test's own words. */
export const rateFact = (
  cents: number | null,
  because: string,
  effectiveFrom: string | null = null,
): RateFact => ({
  cents,
  effectiveFrom,
  because,
});

/** An open account at $6.50. */
export const accountFacts = (change: Partial<AccountBillingFacts> = {}): AccountBillingFacts => ({
  accountId: 'a1',
  recipientId: 'u1',
  isDemo: false,
  rates: { defaultRates: [rateFact(650, 'opened')], promotion: null },
  ...change,
});

/** An active site with 4 readers, at the dealer's rate. */
export const siteFacts = (siteId: string, change: Partial<SiteBillingFacts> = {}): SiteBillingFacts => ({
  siteId,
  accountId: 'a1',
  name: `Site ${siteId}`,
  status: 'active',
  readers: 4,
  rates: { customRates: [], firstActivation: { day: '2026-01-10', because: `${siteId} approved` } },
  because: {
    account: `${siteId} requested`,
    name: `${siteId} requested`,
    status: `${siteId} approved`,
    readers: `${siteId} requested`,
  },
  ...change,
});
