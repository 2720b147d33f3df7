import {
  type AccountRateFacts,
  evolveAccountRateFacts,
  evolveSiteRateFacts,
  NO_ACCOUNT_RATE_FACTS,
  NO_SITE_RATE_FACTS,
} from '@portal/domain';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import type { SiteBillingFacts } from './siteBillingFacts.ts';
import { projectedInvoicesTable } from './table.ts';

type Account = RowOf<typeof projectedInvoicesTable.columns>;

const newAccount = (accountId: string): Account => ({
  account_id: accountId,
  rates: NO_ACCOUNT_RATE_FACTS,
  sites: {},
  active_sites: 0,
  active_readers: 0,
  pending_sites: 0,
  pending_readers: 0,
  steps: [],
});

/** Changes the account's own facts. */
const ofAccount =
  (accountId: string, change: (rates: AccountRateFacts) => AccountRateFacts) =>
  (account: Account = newAccount(accountId)): Account => ({ ...account, rates: change(account.rates) });

/** Changes one site that must be there. */
const ofSite =
  (siteId: string, change: (site: SiteBillingFacts) => SiteBillingFacts) =>
  (account: Account): Account => ({
    ...account,
    sites: { ...account.sites, [siteId]: change(siteIn(account, siteId)) },
  });

/** Puts a site into an account. */
const withSite =
  (accountId: string, siteId: string, site: () => SiteBillingFacts) =>
  (account: Account = newAccount(accountId)): Account => ({
    ...account,
    sites: { ...account.sites, [siteId]: site() },
  });

function siteIn(account: Account, siteId: string): SiteBillingFacts {
  const site = account.sites[siteId];
  if (site === undefined) throw new Error(`Account ${account.account_id} has no site ${siteId}.`);
  return site;
}

function withoutSite(account: Account, siteId: string): Account {
  const { [siteId]: _gone, ...sites } = account.sites;
  return { ...account, sites };
}

/** What will each account be billed on a coming billing date? (S2-9; rules B3 to B7) */
export const projectedInvoices = defineProjection({
  name: 'projectedInvoices',
  version: 1,
  personal: false,
  tables: { accounts: projectedInvoicesTable },
  handlers: {
    AccountOpened: (data, { accounts }, { id }) =>
      accounts.upsert(
        data.accountId,
        ofAccount(data.accountId, (rates) =>
          evolveAccountRateFacts(rates, { type: 'AccountOpened', data }, id),
        ),
      ),
    DefaultReaderRateChanged: (data, { accounts }, { id }) =>
      accounts.upsert(
        data.accountId,
        ofAccount(data.accountId, (rates) =>
          evolveAccountRateFacts(rates, { type: 'DefaultReaderRateChanged', data }, id),
        ),
      ),
    AnnouncedDefaultRateCanceled: (data, { accounts }, { id }) =>
      accounts.upsert(
        data.accountId,
        ofAccount(data.accountId, (rates) =>
          evolveAccountRateFacts(rates, { type: 'AnnouncedDefaultRateCanceled', data }, id),
        ),
      ),
    PromotionalPricingChanged: (data, { accounts }, { id }) =>
      accounts.upsert(
        data.accountId,
        ofAccount(data.accountId, (rates) =>
          evolveAccountRateFacts(rates, { type: 'PromotionalPricingChanged', data }, id),
        ),
      ),
    SiteRequested: ({ accountId, siteId, readers }, { accounts }) =>
      accounts.upsert(
        accountId,
        withSite(accountId, siteId, () => ({ status: 'pending', readers, ...NO_SITE_RATE_FACTS })),
      ),
    SiteAdded: (data, { accounts }, { id }) =>
      accounts.upsert(
        data.accountId,
        withSite(data.accountId, data.siteId, () => ({
          status: 'active',
          readers: data.readers,
          ...evolveSiteRateFacts(NO_SITE_RATE_FACTS, { type: 'SiteAdded', data }, id),
        })),
      ),
    SiteApproved: (data, { accounts }, { id }) =>
      accounts.update(
        data.accountId,
        ofSite(data.siteId, (site) => ({
          ...site,
          ...evolveSiteRateFacts(site, { type: 'SiteApproved', data }, id),
          status: 'active',
        })),
      ),
    SiteDeactivated: ({ accountId, siteId }, { accounts }) =>
      accounts.update(
        accountId,
        ofSite(siteId, (site) => ({ ...site, status: 'inactive' })),
      ),
    SiteReactivated: (data, { accounts }, { id }) =>
      accounts.update(
        data.accountId,
        ofSite(data.siteId, (site) => ({
          ...site,
          ...evolveSiteRateFacts(site, { type: 'SiteReactivated', data }, id),
          status: 'active',
        })),
      ),
    ReaderCountChanged: ({ accountId, siteId, readers }, { accounts }) =>
      accounts.update(
        accountId,
        ofSite(siteId, (site) => ({ ...site, readers })),
      ),
    SiteReaderRateChanged: (data, { accounts }, { id }) =>
      accounts.update(
        data.accountId,
        ofSite(data.siteId, (site) => ({
          ...site,
          ...evolveSiteRateFacts(site, { type: 'SiteReaderRateChanged', data }, id),
        })),
      ),
    AnnouncedSiteRateCanceled: (data, { accounts }, { id }) =>
      accounts.update(
        data.accountId,
        ofSite(data.siteId, (site) => ({
          ...site,
          ...evolveSiteRateFacts(site, { type: 'AnnouncedSiteRateCanceled', data }, id),
        })),
      ),
    SiteAssignedToCompany: ({ fromAccountId, accountId, siteId }, { accounts }) => {
      let moved: SiteBillingFacts | undefined;
      accounts.update(fromAccountId, (account) => {
        moved = siteIn(account, siteId);
        return withoutSite(account, siteId);
      });
      accounts.upsert(
        accountId,
        withSite(accountId, siteId, () => moved as SiteBillingFacts),
      );
    },
    SiteDeleted: ({ accountId, siteId }, { accounts }) =>
      accounts.update(accountId, (account) => withoutSite(account, siteId)),
  },
});
