import type { NewSiteForm } from '@portal/contract';
import { streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Step } from './step.ts';
import { SITE_PLACES } from './words.ts';
import { workdayAfter, workdayBefore, workdayBetween } from './workdays.ts';

/** Names that sites without hardware do not have. */
const KINDS = ['Tower', 'Arena', 'Gallery'];

/** Sites with hardware, paid by card in test mode: one pending, one rejected whose refund fails, the others approved. */
export function planPaidOrders(
  random: Random,
  options: { readonly customers: readonly PlannedCustomer[]; readonly count: number; readonly until: Date },
): readonly Step[] {
  const { customers, count, until } = options;
  const names = random.shuffled(SITE_PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`)));
  return names.slice(0, count).flatMap((name, index): readonly Step[] => {
    const waits = index === 0;
    const rejected = index === 1;
    // the pending one is the shown dealer's
    const customer = (index < 2 ? customers[index] : undefined) ?? random.pick(customers);
    const { dealer, admitted, lastOrder } = customer;
    const at =
      waits || rejected
        ? workdayBefore(random, until, waits ? random.whole(1, 5) : random.whole(9, 11))
        : workdayBetween(random, admitted, lastOrder);
    const request = requestFor(random, name, customer);
    const card = rejected ? 'pm_card_refundFail' : 'pm_card_visa';
    const ordered: Step = {
      at,
      action: { type: 'orderPaid', site: name, dealer: dealer.name, request, card },
    };
    if (waits) return [ordered];
    if (rejected) {
      const reason = 'The building has no network connection yet. Please order again once it has.';
      return [
        ordered,
        { at: workdayAfter(random, at, 1, 3), action: { type: 'rejectOrder', site: name, reason } },
      ];
    }
    return [ordered, { at: workdayAfter(random, at, 1, 4), action: { type: 'approveSite', site: name } }];
  });
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
