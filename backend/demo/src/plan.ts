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
  /** Everything follows from it. */
  readonly seed: number;
  /** Where the history ends; nothing in it is later. */
  readonly until: Date;
  readonly dealers: number;
  readonly sites: number;
  /** How far back the history goes. */
  readonly days: number;
}

/** What a newcomer gets to see: 18 months of 25 dealers and 200 sites. */
export const USUAL_PORTFOLIO = { seed: 1, dealers: 25, sites: 200, days: 548 } as const;

/** One in so many sites waits for approval, and one in so many is switched off. */
const PENDING_ONE_IN = 25;
const INACTIVE_ONE_IN = 12;
/** One legacy site is moved for so many sites that are ordered; a few always are. */
const MIGRATED_ONE_IN = 16;
const FEWEST_MIGRATIONS = 4;
/** Orders that were paid for. */
const PAID_ORDERS = 6;
/** What is settled was asked for at least so long ago, in days, so that it isn't waiting any more. */
const SETTLED_DAYS = 12;

/**
 * What happens in the demo, in order of time: dealers register and are approved (some still wait, one is suspended),
 * order sites that are approved, switched off and changed, and have legacy sites moved; administrators set rates and
 * promotions; invoices are issued and paid, or not; visitors write.
 * The same portfolio always gives the same steps.
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
    steps.push({ at: registered, deed: { type: 'register', dealer: dealer.name, request: dealer.request } });
    steps.push({ at: admitted, deed: { type: 'approve', dealer: dealer.name } });
    if (leaves !== null) {
      const reason = 'Invoices unpaid for three months, no answer to two reminders.';
      steps.push({ at: leaves, deed: { type: 'disapprove', dealer: dealer.name, reason } });
    }
    steps.push(...planAccount(random, { dealer, index, admitted, until: leaves ?? until }));
    const settled = daysBefore(until, SETTLED_DAYS);
    const lastOrder = leaves === null ? settled : daysBefore(leaves, SETTLED_DAYS);
    return { dealer, admitted, lastOrder, until: leaves ?? until, staysCustomer: leaves === null };
  });

  for (const dealer of dealers.slice(approved.length)) {
    const random = randomFor(seed, `dealer/${dealer.name}`);
    const at = workdayBefore(random, until, random.whole(1, 6));
    steps.push({ at, deed: { type: 'register', dealer: dealer.name, request: dealer.request } });
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
    // the dealer that is shown has something to wait for too
    const { dealer } = (index === 0 ? active[0] : random.pick(active)) ?? random.pick(active);
    const at = workdayBefore(random, until, random.whole(1, 5));
    const request = site.request(dealer.region);
    steps.push({ at, deed: { type: 'order', site: site.name, dealer: dealer.name, request } });
  }

  const count = Math.max(FEWEST_MIGRATIONS, Math.round(portfolio.sites / MIGRATED_ONE_IN));
  steps.push(...planMigrations(randomFor(seed, 'migrations'), { customers: active, count, until }));
  const paid = { customers: active, count: PAID_ORDERS, until };
  steps.push(...planPaidOrders(randomFor(seed, 'paid orders'), paid));
  const actives = steps.filter(({ deed }) => deed.type === 'approveSite' || deed.type === 'approveMigration');
  const firstActive = new Date(Math.min(...actives.map(({ at }) => at.getTime())));
  if (actives.length > 0) steps.push(...planBilling(seed, { customers, firstActive, until }));
  steps.push(...planContact(randomFor(seed, 'contact'), until));
  return steps.filter(({ at }) => at < until).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
