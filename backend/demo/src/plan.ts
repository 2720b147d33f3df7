import { planAccount } from './account.ts';
import { planBilling } from './billing.ts';
import { planContact } from './contact.ts';
import { planDealers } from './dealers.ts';
import { planMigrations } from './migrations.ts';
import { planPaidOrders } from './paidOrders.ts';
import { randomFor } from './random.ts';
import { type PlannedCustomer, planSiteHistory } from './siteHistory.ts';
import { fallingShares, planSites } from './sites.ts';
import type { Add, Step } from './step.ts';
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
  const add: Add = (at, action) => {
    steps.push({ at, action });
    return at;
  };

  const customers = approved.map((dealer, index): PlannedCustomer => {
    const { name, request } = dealer;
    const random = randomFor(seed, `dealer/${name}`);
    const ago = Math.round(portfolio.days * (1 - (0.8 * index) / approved.length)) - random.whole(0, 6);
    const registered = workdayBefore(random, until, ago);
    const admitted = workdayAfter(random, registered, 1, 3);
    const staysCustomer = dealer !== suspended;
    const ends = staysCustomer ? until : workdayBefore(random, until, 20);
    add(registered, { type: 'register', dealer: name, request });
    add(admitted, { type: 'approve', dealer: name });
    if (!staysCustomer) {
      const reason = 'Invoices unpaid for three months, no answer to two reminders.';
      add(ends, { type: 'disapprove', dealer: name, reason });
    }
    planAccount(random, add, dealer, index, { admitted, until: ends });
    return { dealer, admitted, lastOrder: daysBefore(ends, SETTLED_DAYS), until: ends, staysCustomer };
  });

  for (const { name, request } of dealers.slice(approved.length)) {
    const random = randomFor(seed, `dealer/${name}`);
    const at = workdayBefore(random, until, random.whole(1, 6));
    add(at, { type: 'register', dealer: name, request });
  }

  const sites = planSites(randomFor(seed, 'sites'), portfolio.sites);
  const pending = Math.max(1, Math.round(portfolio.sites / PENDING_ONE_IN));
  const settledSites = sites.slice(pending);
  const whose = fallingShares(settledSites.length, customers.length).flatMap((share, index) =>
    Array.from({ length: share }, () => customers[index]),
  );
  for (const [index, site] of settledSites.entries()) {
    const customer = whose[index];
    const inactive = index % INACTIVE_ONE_IN === INACTIVE_ONE_IN - 1;
    if (customer !== undefined)
      planSiteHistory(randomFor(seed, `site/${site.name}`), add, site, customer, inactive);
  }
  const active = customers.filter(({ staysCustomer }) => staysCustomer);
  for (const [index, { name, request }] of sites.slice(0, pending).entries()) {
    const random = randomFor(seed, `site/${name}`);
    // the shown dealer has a pending site
    const { dealer } = (index === 0 ? active[0] : random.pick(active)) ?? random.pick(active);
    const at = workdayBefore(random, until, random.whole(1, 5));
    add(at, { type: 'order', site: name, dealer: dealer.name, request: request(dealer.region) });
  }

  const count = Math.max(FEWEST_MIGRATIONS, Math.round(portfolio.sites / MIGRATED_ONE_IN));
  planMigrations(randomFor(seed, 'migrations'), add, active, count, until);
  planPaidOrders(randomFor(seed, 'paid orders'), add, active, PAID_ORDERS, until);
  const actives = steps.filter(
    ({ action }) => action.type === 'approveSite' || action.type === 'approveMigration',
  );
  const firstActive = new Date(Math.min(...actives.map(({ at }) => at.getTime())));
  if (actives.length > 0) planBilling(seed, add, customers, firstActive, until);
  planContact(randomFor(seed, 'contact'), add, until);
  return steps.filter(({ at }) => at < until).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
