import { defaultEmailPreferences, PRICE_NOTICE_DAYS } from '@portal/domain/values';
import { type PlannedDealer, phoneNumber, streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { Add } from './step.ts';
import { workdayAfter, workdayBefore, workdayBetween } from './workdays.ts';

/** Changes of an account by administrators and its dealer. The index decides which; the first has a rate announced in time. */
export function planAccount(
  random: Random,
  add: Add,
  { name: dealer, region }: PlannedDealer,
  index: number,
  { admitted, until }: { readonly admitted: Date; readonly until: Date },
): void {
  if (index % 4 === 0) {
    const rateCents = random.pick([575, 600, 625]);
    const rate = { rateCents, effectiveFrom: null };
    const at = workdayAfter(random, admitted, 20, 90);
    add(at, { type: 'changeReaderRate', dealer, rate, reason: 'Volume agreement' });
    if (index === 0) {
      const announced = workdayBefore(random, until, random.whole(3, 9));
      const promised = new Date(announced.getTime() + PRICE_NOTICE_DAYS * 86_400_000);
      const raised = { rateCents: rateCents + 25, effectiveFrom: firstOfNextMonth(promised) };
      add(announced, { type: 'changeReaderRate', dealer, rate: raised, reason: 'New price list' });
    }
  }
  if (index % 7 === 2) {
    const rate = { rateCents: 625 + 25 * random.whole(0, 2), effectiveFrom: firstOfNextMonth(until) };
    const at = workdayBefore(random, until, random.whole(3, 9));
    add(at, { type: 'changeReaderRate', dealer, rate, reason: 'New price list' });
  }
  if (index % 6 === 3) {
    const terms = { active: true, rateCents: random.pick([450, 500, 525]), months: 12, licensePricing: true };
    const at = workdayAfter(random, admitted, 1, 10);
    add(at, { type: 'changePromotion', dealer, terms, reason: 'Welcome offer' });
    if (random.oneIn(3)) {
      const ended = { ...terms, active: false };
      const reason = 'Ended by agreement';
      add(workdayAfter(random, at, 90, 200), { type: 'changePromotion', dealer, terms: ended, reason });
    }
  }
  if (index % 5 === 1) {
    const changes = { phone: phoneNumber(random, region.areaCode), address: streetAddress(random) };
    add(workdayBetween(random, admitted, until), { type: 'changeProfile', dealer, changes });
  }
  if (index % 8 === 2) {
    const preferences = { ...defaultEmailPreferences(false), site_inactive: false, site_deleted: false };
    add(workdayBetween(random, admitted, until), { type: 'changeEmailPreferences', dealer, preferences });
  }
}

/** `YYYY-MM-DD`. */
function firstOfNextMonth(day: Date): string {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
