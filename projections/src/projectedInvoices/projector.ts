import {
  type AccountEvent,
  type AccountRateFacts,
  evolveAccountRateFacts,
  evolveSiteRateFacts,
  NO_ACCOUNT_RATE_FACTS,
  NO_SITE_RATE_FACTS,
  type SiteEvent,
  type SiteStatus,
} from '@portal/domain';
import { derived, type GivenOf, integer, json, text } from '../runtime/columns.ts';
import { type DataOf, defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';
import { type MonthlyStep, monthlySteps, type SiteBillingFacts } from './monthlySteps.ts';

/**
 * One row per account: the billing facts of its sites and their total on any billing day, as steps. The total depends on
 * the day (promotions end, announced rates begin) and a projection has no clock, but it changes on few days, all known
 * from the facts. So a list needs one look-up, and `rateFor` prices projected and issued invoices.
 */
export const projectedInvoicesTable = defineTable({
  name: 'projected_invoices',
  key: 'account_id',
  columns: {
    account_id: text,
    rates: json<AccountRateFacts>(),
    sites: json<Readonly<Record<string, SiteBillingFacts>>>(),
    active_sites: derived(integer),
    active_readers: derived(integer),
    pending_sites: derived(integer),
    pending_readers: derived(integer),
    /** By day; each holds until the next one. */
    steps: derived(json<readonly MonthlyStep[]>()),
  },
  derive: (row) => {
    const all = Object.values(row.sites);
    const active = all.filter(({ status }) => status === 'active');
    const pending = all.filter(({ status }) => status === 'pending');
    return {
      active_sites: active.length,
      active_readers: readersOf(active),
      pending_sites: pending.length,
      pending_readers: readersOf(pending),
      steps: monthlySteps(row.rates, active, pending),
    };
  },
});

const readersOf = (sites: readonly SiteBillingFacts[]) =>
  sites.reduce((sum, { readers }) => sum + readers, 0);

type Account = GivenOf<typeof projectedInvoicesTable.columns>;

const newAccount = (accountId: string): Account => ({
  account_id: accountId,
  rates: NO_ACCOUNT_RATE_FACTS,
  sites: {},
});

interface Tables {
  readonly accounts: Rows<Account>;
}

/** Changes the account's rates. */
function changeRates(
  { accountId }: { readonly accountId: string },
  { accounts }: Tables,
  { event, id }: PortalEnvelope,
) {
  accounts.upsert(accountId, (account = newAccount(accountId)) => ({
    ...account,
    rates: evolveAccountRateFacts(account.rates, event as AccountEvent, id),
  }));
}

/** Adds a site with its rate facts. */
const addSite =
  (status: SiteStatus) =>
  (
    { accountId, siteId, readers }: DataOf<'SiteRequested' | 'SiteAdded'>,
    { accounts }: Tables,
    { event, id }: PortalEnvelope,
  ) =>
    accounts.upsert(accountId, (account = newAccount(accountId)) =>
      withSite(account, siteId, {
        status,
        readers,
        ...evolveSiteRateFacts(NO_SITE_RATE_FACTS, event as SiteEvent, id),
      }),
    );

/** Changes a site's rate facts and other facts. */
const changeSite =
  <D extends { readonly accountId: string; readonly siteId: string }>(
    change?: (data: D) => Partial<SiteBillingFacts>,
  ) =>
  (data: D, { accounts }: Tables, { event, id }: PortalEnvelope) =>
    accounts.update(data.accountId, (account) => {
      const site = siteIn(account, data.siteId);
      return withSite(account, data.siteId, {
        ...site,
        ...evolveSiteRateFacts(site, event as SiteEvent, id),
        ...change?.(data),
      });
    });

const withSite = (account: Account, siteId: string, site: SiteBillingFacts): Account => ({
  ...account,
  sites: { ...account.sites, [siteId]: site },
});

function siteIn(account: Account, siteId: string): SiteBillingFacts {
  const site = account.sites[siteId];
  if (site === undefined) throw new Error(`Account ${account.account_id} has no site ${siteId}.`);
  return site;
}

function withoutSite(account: Account, siteId: string): Account {
  const { [siteId]: _removed, ...sites } = account.sites;
  return { ...account, sites };
}

/** Projected invoice of each account on any billing date (S2-9; rules B3 to B7). */
export const projectedInvoices = defineProjection({
  name: 'projectedInvoices',
  version: 1,
  personal: false,
  tables: { accounts: projectedInvoicesTable },
  handlers: {
    AccountOpened: changeRates,
    DefaultReaderRateChanged: changeRates,
    AnnouncedDefaultRateCanceled: changeRates,
    PromotionalPricingChanged: changeRates,
    SiteRequested: addSite('pending'),
    SiteAdded: addSite('active'),
    SiteApproved: changeSite(() => ({ status: 'active' })),
    SiteDeactivated: changeSite(() => ({ status: 'inactive' })),
    SiteReactivated: changeSite(() => ({ status: 'active' })),
    ReaderCountChanged: changeSite(({ readers }) => ({ readers })),
    SiteReaderRateChanged: changeSite(),
    AnnouncedSiteRateCanceled: changeSite(),
    SiteAssignedToCompany: ({ fromAccountId, accountId, siteId }, { accounts }) => {
      let moved: SiteBillingFacts;
      accounts.update(fromAccountId, (account) => {
        moved = siteIn(account, siteId);
        return withoutSite(account, siteId);
      });
      accounts.upsert(accountId, (account = newAccount(accountId)) => withSite(account, siteId, moved));
    },
    SiteDeleted: ({ accountId, siteId }, { accounts }) =>
      accounts.update(accountId, (account) => withoutSite(account, siteId)),
  },
});
