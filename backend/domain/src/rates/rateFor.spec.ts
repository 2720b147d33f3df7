import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonthsClamped, type Day, firstOfNextMonth, laterDay } from '../values/days.ts';
import {
  type AccountRateFacts,
  type PromotionFact,
  promotionalEndDate,
  type RateFact,
  type SiteRateFacts,
} from './facts.ts';
import { rateFor } from './rateFor.ts';

const rate = (cents: number | null, because: string, effectiveFrom: Day | null = null): RateFact => ({
  cents,
  effectiveFrom,
  because,
});
const site = (facts: Partial<SiteRateFacts> = {}): SiteRateFacts => ({
  customRates: [],
  firstActivation: { day: '2026-01-10', because: 'approved' },
  ...facts,
});
const account = (facts: Partial<AccountRateFacts> = {}): AccountRateFacts => ({
  defaultRates: [rate(650, 'opened')],
  promotion: null,
  ...facts,
});
const promotion = (terms: Partial<PromotionFact> = {}): PromotionFact => ({
  active: true,
  rateCents: 500,
  months: 24,
  startDate: '2026-01-01',
  because: 'promotion',
  ...terms,
});
const promotional = { cents: 500, source: 'promotional', because: ['promotion', 'approved'] };
const standard = { cents: 650, source: 'account', because: ['opened'] };

describe('the priority of rates', () => {
  const day = '2026-06-01';
  const everything = account({ promotion: promotion() });
  it("puts the site's own rate first", () =>
    expect(rateFor(site({ customRates: [rate(425, 'custom')] }), everything, day)).toEqual({
      cents: 425,
      source: 'custom',
      because: ['custom'],
    }));
  it('takes a custom rate of 0 as free', () =>
    expect(rateFor(site({ customRates: [rate(0, 'custom')] }), everything, day)).toMatchObject({
      cents: 0,
      source: 'custom',
    }));
  it('then the promotional rate', () => expect(rateFor(site(), everything, day)).toEqual(promotional));
  it('ignores a removed custom rate', () =>
    expect(rateFor(site({ customRates: [rate(null, 'cleared')] }), everything, day)).toEqual(promotional));
  it("then the account's default", () => expect(rateFor(site(), account(), day)).toEqual(standard));
  it('then the system rate of $7.00, because none is set', () =>
    expect(rateFor(site(), account({ defaultRates: [rate(null, 'none set')] }), day)).toEqual({
      cents: 700,
      source: 'system',
      because: ['none set'],
    }));
  it('gives the system rate without any fact', () =>
    expect(rateFor(site(), account({ defaultRates: [] }), day)).toEqual({
      cents: 700,
      source: 'system',
      because: [],
    }));
  it('takes a default of 0 as free', () =>
    expect(rateFor(site(), account({ defaultRates: [rate(0, 'free')] }), day)).toMatchObject({
      cents: 0,
      source: 'account',
    }));
});

describe('the promotional end date', () => {
  it.each([
    // [start, first activation, months, end]
    ['2026-01-15', '2026-01-10', 24, '2028-01-15'],
    ['2026-01-15', '2026-03-20', 24, '2028-03-20'],
    ['2026-01-31', '2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', '2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', '2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', '2026-01-01', 3, '2026-11-30'],
  ])('of a promotion from %s and a site first active on %s, %i months, is %s', (start, active, months, end) =>
    expect(promotionalEndDate({ active: true, months, startDate: start }, active)).toBe(end),
  );
  it('is none while the promotion is off, unknown, or the site was never active', () => {
    expect(promotionalEndDate(promotion({ active: false }), '2026-01-10')).toBeNull();
    expect(promotionalEndDate(promotion({ startDate: null }), '2026-01-10')).toBeNull();
    expect(promotionalEndDate(null, '2026-01-10')).toBeNull();
    expect(promotionalEndDate(promotion(), null)).toBeNull();
  });
});

describe('the promotional rate', () => {
  const untilMidMonth = account({ promotion: promotion({ startDate: '2026-01-15', months: 3 }) });
  it('holds on its last day and not after', () => {
    expect(rateFor(site(), untilMidMonth, '2026-04-15')).toEqual(promotional);
    expect(rateFor(site(), untilMidMonth, '2026-04-16')).toEqual(standard);
  });
  it('ending mid-month is judged on the invoice day, for the whole month', () => {
    expect(rateFor(site(), untilMidMonth, '2026-04-01')).toEqual(promotional);
    expect(rateFor(site(), untilMidMonth, '2026-05-01')).toEqual(standard);
  });
  it('does not hold before the promotion begins', () =>
    expect(rateFor(site(), untilMidMonth, '2026-01-14')).toEqual(standard));
  it('does not hold while the promotion is off or has no rate', () => {
    expect(rateFor(site(), account({ promotion: promotion({ active: false }) }), '2026-06-01')).toEqual(
      standard,
    );
    expect(rateFor(site(), account({ promotion: promotion({ rateCents: null }) }), '2026-06-01')).toEqual(
      standard,
    );
  });
  it('can be above the default', () =>
    expect(
      rateFor(site(), account({ promotion: promotion({ rateCents: 900 }) }), '2026-06-01'),
    ).toMatchObject({
      cents: 900,
      source: 'promotional',
    }));
  it('counts from the day itself for a site that was never active', () =>
    expect(
      rateFor(
        site({ firstActivation: null }),
        account({ promotion: promotion({ months: 1 }) }),
        '2027-06-01',
      ),
    ).toEqual({ cents: 500, source: 'promotional', because: ['promotion'] }));
});

describe('rates dated ahead', () => {
  const announced = account({ defaultRates: [rate(650, 'opened'), rate(750, 'announced', '2026-05-01')] });
  it('hold from their day on', () => {
    expect(rateFor(site(), announced, '2026-04-30')).toEqual(standard);
    expect(rateFor(site(), announced, '2026-05-01')).toEqual({
      cents: 750,
      source: 'account',
      because: ['announced'],
    });
  });
  it('hold for custom rates too, and can end one', () => {
    const facts = site({
      customRates: [rate(400, 'first', '2026-03-01'), rate(null, 'ended', '2026-05-01')],
    });
    expect(rateFor(facts, account(), '2026-02-28')).toEqual(standard);
    expect(rateFor(facts, account(), '2026-03-01')).toMatchObject({ cents: 400, because: ['first'] });
    expect(rateFor(facts, account(), '2026-05-01')).toEqual(standard);
  });
});

describe('any rate', () => {
  const someDay = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days));
  const cents = fc.option(fc.integer({ min: 0, max: 100_000 }));
  const rates = fc
    .tuple(
      cents,
      fc.uniqueArray(fc.record({ cents, day: someDay }), { selector: ({ day }) => day, maxLength: 4 }),
    )
    .map(([first, dated]) => [
      rate(first, 'r0'),
      ...dated
        .sort((a, b) => (a.day < b.day ? -1 : 1))
        .map(({ cents: amount, day }, index) => rate(amount, `r${index + 1}`, day)),
    ]);
  const anySite = fc.record({
    customRates: rates,
    firstActivation: fc.option(someDay.map((day) => ({ day, because: 'activated' }))),
  });
  const anyAccount = fc.record({
    defaultRates: rates,
    promotion: fc.option(
      fc.record({
        active: fc.boolean(),
        rateCents: cents,
        months: fc.integer({ min: 1, max: 60 }),
        startDate: fc.option(someDay),
        because: fc.constant('promotion'),
      }),
    ),
  });

  /** The rule again, in a straight line and by other means than the code's. */
  function expectedRate(
    facts: SiteRateFacts,
    of: AccountRateFacts,
    day: Day,
  ): { cents: number; source: string } {
    const latest = (list: readonly RateFact[]) =>
      [...list].reverse().find(({ effectiveFrom }) => (effectiveFrom ?? '0000') <= day)?.cents ?? null;
    const custom = latest(facts.customRates);
    if (custom !== null) return { cents: custom, source: 'custom' };
    const offer = of.promotion;
    if (offer?.active && offer.rateCents !== null && offer.startDate !== null && offer.startDate <= day) {
      const begin = laterDay(offer.startDate, facts.firstActivation?.day ?? day);
      if (day <= addMonthsClamped(begin, offer.months))
        return { cents: offer.rateCents, source: 'promotional' };
    }
    const standardCents = latest(of.defaultRates);
    return standardCents === null
      ? { cents: 700, source: 'system' }
      : { cents: standardCents, source: 'account' };
  }

  it('follows the priority, in whole cents, with its reason', () =>
    fc.assert(
      fc.property(anySite, anyAccount, someDay, (facts, of, day) => {
        const found = rateFor(facts, of, day);
        expect({ cents: found.cents, source: found.source }).toEqual(expectedRate(facts, of, day));
        expect(Number.isSafeInteger(found.cents)).toBe(true);
        expect(found.because.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    ));
  it('never becomes promotional again once the promotion has ended', () =>
    fc.assert(
      fc.property(anySite, anyAccount, someDay, (facts, of, day) => {
        fc.pre(
          facts.firstActivation !== null && of.promotion?.startDate != null && of.promotion.startDate <= day,
        );
        if (rateFor({ ...facts, customRates: [] }, of, day).source === 'promotional') return;
        const later = rateFor({ ...facts, customRates: [] }, of, firstOfNextMonth(day));
        expect(later.source).not.toBe('promotional');
      }),
    ));
});
