import type { NewSiteForm } from '@portal/contract';
import { streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Add } from './step.ts';
import { SITE_PLACES } from './words.ts';
import { workdayAfter, workdayBefore, workdayBetween } from './workdays.ts';

/** Names that sites without hardware do not have. */
const KINDS = ['Tower', 'Arena', 'Gallery'];

/** Sites with hardware, paid by card in test mode: one pending, one rejected whose refund fails, the others approved. */
export function planPaidOrders(
  random: Random,
  add: Add,
  customers: readonly PlannedCustomer[],
  count: number,
  until: Date,
): void {
  const names = random.shuffled(SITE_PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`)));
  for (const [index, site] of names.slice(0, count).entries()) {
    const waits = index === 0;
    const rejected = index === 1;
    // the pending one is the shown dealer's
    const customer = (index < 2 ? customers[index] : undefined) ?? random.pick(customers);
    const { dealer, admitted, lastOrder } = customer;
    const at =
      waits || rejected
        ? workdayBefore(random, until, waits ? random.whole(1, 5) : random.whole(9, 11))
        : workdayBetween(random, admitted, lastOrder);
    const request = requestFor(random, site, customer);
    const card = rejected ? 'pm_card_refundFail' : 'pm_card_visa';
    add(at, { type: 'orderPaid', site, dealer: dealer.name, request, card });
    if (rejected) {
      const reason = 'The building has no network connection yet. Please order again once it has.';
      add(workdayAfter(random, at, 1, 3), { type: 'rejectOrder', site, reason });
    } else if (!waits) add(workdayAfter(random, at, 1, 4), { type: 'approveSite', site });
  }
}

function requestFor(random: Random, name: string, { dealer }: PlannedCustomer): NewSiteForm {
  const [city, zip] = random.pick(dealer.region.cities);
  const both = random.oneIn(3);
  return {
    site_name: name,
    site_address: streetAddress(random),
    site_city: city,
    site_state: dealer.region.state,
    site_zip: zip,
    number_of_acu_panels: String(random.whole(1, 4)),
    number_of_readers: String(random.whole(4, 30)),
    software_version: 'aurora',
    ca150_panel: both,
    netcom6p: true,
  };
}
