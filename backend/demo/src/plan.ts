import { planAccount } from './account.ts';
import { planBilling } from './billing.ts';
import { planContact } from './contact.ts';
import { planDealers } from './dealers.ts';
import { planMigrations } from './migrations.ts';
import { planPaidOrders } from './paidOrders.ts';
import { randomFor } from './random.ts';
import { planSiteHistory } from './siteHistory.ts';
import { fallingShares, planSites } from './sites.ts';
import type { Step } from './step.ts';
import { daysBefore, workdayAfter, workdayBefore } from './workdays.ts';

export interface DemoPortfolio {
  readonly seed: number;
  /** End of the history. */
  readonly until: Date;
  readonly dealers: number;
  readonly sites: number;
  /** Length of the history. */
  readonly days: number;
}

/** 18 months of 25 dealers and 200 sites. */
export const USUAL_PORTFOLIO = { seed: 1, dealers: 25, sites: 200, days: 548 } as const;

/** One in this many sites is pending, one in this many inactive. */
const PENDING_ONE_IN = 25;
const INACTIVE_ONE_IN = 12;
/** One migration per this many sites. */
const MIGRATED_ONE_IN = 16;
const FEWEST_MIGRATIONS = 4;
const PAID_ORDERS = 6;
/** Minimum age of an order that is approved, in days. */
const SETTLED_DAYS = 12;

/**
 * The history of the demo in order of time; the same portfolio gives the same steps. Dealers register and are approved
 * (some are pending, one is suspended), order and change sites, and migrate legacy sites; administrators set rates and
 * promotions; invoices are issued, most are paid; visitors send messages.
 */
export function planDemo(portfolio: DemoPortfolio): readonly Step[] {
  const { seed, until } = portfolio;
  const dealers = planDealers(randomFor(seed, 'dealers'), portfolio.dealers);
  const waiting = Math.max(1, Math.round(portfolio.dealers / 8));
  const approved = dealers.slice(0, portfolio.dealers - waiting);
  const suspended = approved.at(-2) ?? null;
  const steps: Step[] = [];

  const customers = approved.map((dealer, index) => {
    const random = randomFor(seed, `dealer/${dealer.name}`);
    const ago = Math.round(portfolio.days * (1 - (0.8 * index) / approved.length)) - random.whole(0, 6);
    const registered = workdayBefore(random, until, ago);
    const admitted = workdayAfter(random, registered, 1, 3);
    const leaves = dealer === suspended ? workdayBefore(random, until, 20) : null;
    steps.push({
      at: registered,
      action: { type: 'register', dealer: dealer.name, request: dealer.request },
    });
    steps.push({ at: admitted, action: { type: 'approve', dealer: dealer.name } });
    if (leaves !== null) {
      const reason = 'Invoices unpaid for three months, no answer to two reminders.';
      steps.push({ at: leaves, action: { type: 'disapprove', dealer: dealer.name, reason } });
    }
    steps.push(...planAccount(random, { dealer, index, admitted, until: leaves ?? until }));
    const settled = daysBefore(until, SETTLED_DAYS);
    const lastOrder = leaves === null ? settled : daysBefore(leaves, SETTLED_DAYS);
    return { dealer, admitted, lastOrder, until: leaves ?? until, staysCustomer: leaves === null };
  });

  for (const dealer of dealers.slice(approved.length)) {
    const random = randomFor(seed, `dealer/${dealer.name}`);
    const at = workdayBefore(random, until, random.whole(1, 6));
    steps.push({ at, action: { type: 'register', dealer: dealer.name, request: dealer.request } });
  }

  const sites = planSites(randomFor(seed, 'sites'), portfolio.sites);
  const pending = Math.max(1, Math.round(portfolio.sites / PENDING_ONE_IN));
  const settledSites = sites.slice(pending);
  const whose = fallingShares(settledSites.length, customers.length).flatMap((share, index) =>
    Array.from({ length: share }, () => customers[index]),
  );
  for (const [index, site] of settledSites.entries()) {
    const customer = whose[index];
    if (customer === undefined) continue;
    const random = randomFor(seed, `site/${site.name}`);
    const inactive = index % INACTIVE_ONE_IN === INACTIVE_ONE_IN - 1;
    steps.push(...planSiteHistory(random, { site, customer, inactive }));
  }
  const active = customers.filter(({ staysCustomer }) => staysCustomer);
  for (const [index, site] of sites.slice(0, pending).entries()) {
    const random = randomFor(seed, `site/${site.name}`);
    // the shown dealer has a pending site
    const { dealer } = (index === 0 ? active[0] : random.pick(active)) ?? random.pick(active);
    const at = workdayBefore(random, until, random.whole(1, 5));
    const request = site.request(dealer.region);
    steps.push({ at, action: { type: 'order', site: site.name, dealer: dealer.name, request } });
  }

  const count = Math.max(FEWEST_MIGRATIONS, Math.round(portfolio.sites / MIGRATED_ONE_IN));
  steps.push(...planMigrations(randomFor(seed, 'migrations'), { customers: active, count, until }));
  const paid = { customers: active, count: PAID_ORDERS, until };
  steps.push(...planPaidOrders(randomFor(seed, 'paid orders'), paid));
  const actives = steps.filter(
    ({ action }) => action.type === 'approveSite' || action.type === 'approveMigration',
  );
  const firstActive = new Date(Math.min(...actives.map(({ at }) => at.getTime())));
  if (actives.length > 0) steps.push(...planBilling(seed, { customers, firstActive, until }));
  steps.push(...planContact(randomFor(seed, 'contact'), until));
  return steps.filter(({ at }) => at < until).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
