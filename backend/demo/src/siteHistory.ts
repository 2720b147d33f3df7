import type { PlannedDealer } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedSite } from './sites.ts';
import type { Action, Step } from './step.ts';
import { SITE_NOTES } from './words.ts';
import { workdayAfter, workdayBetween } from './workdays.ts';

/** A customer whose sites are planned. */
export interface PlannedCustomer {
  readonly dealer: PlannedDealer;
  readonly admitted: Date;
  /** No order after this. */
  readonly lastOrder: Date;
  /** Nothing after this. */
  readonly until: Date;
}

/** An approved site and its changes. */
export function planSiteHistory(
  random: Random,
  options: {
    readonly site: PlannedSite;
    readonly customer: PlannedCustomer;
    /** Whether it is inactive at the end. */
    readonly inactive: boolean;
  },
): readonly Step[] {
  const { site, customer, inactive } = options;
  const { until } = customer;
  const steps: Step[] = [];
  const then = (at: Date, action: Action) => {
    steps.push({ at, action });
    return at;
  };
  const name = site.name;
  const ordered = then(workdayBetween(random, customer.admitted, customer.lastOrder), {
    type: 'order',
    site: name,
    dealer: customer.dealer.name,
    request: site.request(customer.dealer.region),
  });
  let last = then(workdayAfter(random, ordered, 1, 4), { type: 'approveSite', site: name });

  if (random.oneIn(6)) {
    const readers = Math.max(1, site.readers + random.pick([-2, 1, 2, 4, 8]));
    const reason = readers > site.readers ? 'Extension installed' : 'Doors taken out of use';
    last = then(workdayBetween(random, last, until), {
      type: 'changeReaderCount',
      site: name,
      readers,
      reason,
    });
  }
  if (random.oneIn(14)) {
    const rateCents = random.pick([500, 550, 575, 600]);
    const rate = { rateCents, effectiveFrom: null };
    const reason = 'Agreed with the dealer for this site';
    last = then(workdayBetween(random, last, until), { type: 'changeSiteRate', site: name, rate, reason });
  }
  if (random.oneIn(10)) {
    const notes = random.pick(SITE_NOTES);
    last = then(workdayBetween(random, last, until), { type: 'changeNotes', site: name, notes });
  }
  if (random.oneIn(20)) {
    last = then(workdayBetween(random, last, until), { type: 'deactivate', site: name });
    last = then(workdayAfter(random, last, 10, 60), { type: 'reactivate', site: name });
  }
  if (inactive) then(workdayBetween(random, last, until), { type: 'deactivate', site: name });
  return steps;
}
