import { defaultEmailPreferences, PRICE_NOTICE_DAYS } from '@portal/domain/values';
import { type PlannedDealer, phoneNumber, streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { Action, Step } from './step.ts';
import { workdayAfter, workdayBefore, workdayBetween } from './workdays.ts';

/** Changes of an account by administrators and its dealer. The index decides which; the first has a rate announced in time. */
export function planAccount(
  random: Random,
  options: {
    readonly dealer: PlannedDealer;
    readonly index: number;
    readonly admitted: Date;
    readonly until: Date;
  },
): readonly Step[] {
  const { dealer, index, admitted, until } = options;
  const steps: Step[] = [];
  const then = (at: Date, action: Action) => {
    steps.push({ at, action });
    return at;
  };
  const name = dealer.name;

  if (index % 4 === 0) {
    const rateCents = random.pick([575, 600, 625]);
    const rate = { rateCents, effectiveFrom: null };
    const at = workdayAfter(random, admitted, 20, 90);
    then(at, { type: 'changeReaderRate', dealer: name, rate, reason: 'Volume agreement' });
    if (index === 0) {
      const announced = workdayBefore(random, until, random.whole(3, 9));
      const promised = new Date(announced.getTime() + PRICE_NOTICE_DAYS * 86_400_000);
      const raised = { rateCents: rateCents + 25, effectiveFrom: firstOfNextMonth(promised) };
      then(announced, { type: 'changeReaderRate', dealer: name, rate: raised, reason: 'New price list' });
    }
  }
  if (index % 7 === 2) {
    const rate = { rateCents: 625 + 25 * random.whole(0, 2), effectiveFrom: firstOfNextMonth(until) };
    const at = workdayBefore(random, until, random.whole(3, 9));
    then(at, { type: 'changeReaderRate', dealer: name, rate, reason: 'New price list' });
  }
  if (index % 6 === 3) {
    const terms = { active: true, rateCents: random.pick([450, 500, 525]), months: 12, licensePricing: true };
    const reason = 'Welcome offer';
    const began = then(workdayAfter(random, admitted, 1, 10), {
      type: 'changePromotion',
      dealer: name,
      terms,
      reason,
    });
    if (random.oneIn(3)) {
      then(workdayAfter(random, began, 90, 200), {
        type: 'changePromotion',
        dealer: name,
        terms: { ...terms, active: false },
        reason: 'Ended by agreement',
      });
    }
  }
  if (index % 5 === 1) {
    const changes = {
      phone: phoneNumber(random, dealer.region.areaCode),
      address: streetAddress(random),
    };
    then(workdayBetween(random, admitted, until), { type: 'changeProfile', dealer: name, changes });
  }
  if (index % 8 === 2) {
    const preferences = { ...defaultEmailPreferences(false), site_inactive: false, site_deleted: false };
    then(workdayBetween(random, admitted, until), {
      type: 'changeEmailPreferences',
      dealer: name,
      preferences,
    });
  }
  return steps;
}

/** `YYYY-MM-DD`. */
function firstOfNextMonth(day: Date): string {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
