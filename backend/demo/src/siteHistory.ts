import type { PlannedDealer } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedSite } from './sites.ts';
import type { Action, Add } from './step.ts';
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
  /** False for a suspended dealer. */
  readonly staysCustomer: boolean;
}

/** An approved site and its changes. @param inactive whether it is inactive at the end */
export function planSiteHistory(
  random: Random,
  add: Add,
  { name: site, readers: ordered, request }: PlannedSite,
  { dealer, admitted, lastOrder, until }: PlannedCustomer,
  inactive: boolean,
): void {
  let last = add(workdayBetween(random, admitted, lastOrder), {
    type: 'order',
    site,
    dealer: dealer.name,
    request: request(dealer.region),
  });
  last = add(workdayAfter(random, last, 1, 4), { type: 'approveSite', site });
  const change = (action: Action) => {
    last = add(workdayBetween(random, last, until), action);
  };
  if (random.oneIn(6)) {
    const readers = Math.max(1, ordered + random.pick([-2, 1, 2, 4, 8]));
    const reason = readers > ordered ? 'Extension installed' : 'Doors taken out of use';
    change({ type: 'changeReaderCount', site, readers, reason });
  }
  if (random.oneIn(14)) {
    const rate = { rateCents: random.pick([500, 550, 575, 600]), effectiveFrom: null };
    change({ type: 'changeSiteRate', site, rate, reason: 'Agreed with the dealer for this site' });
  }
  if (random.oneIn(10)) change({ type: 'changeNotes', site, notes: random.pick(SITE_NOTES) });
  if (random.oneIn(20)) {
    change({ type: 'deactivate', site });
    last = add(workdayAfter(random, last, 10, 60), { type: 'reactivate', site });
  }
  if (inactive) change({ type: 'deactivate', site });
}
