import { describe, expect, it } from 'vitest';
import type { DatedRate } from './datedRates.ts';
import {
  isShortNoticeOfDefault,
  isShortNoticeOfPromotion,
  isShortNoticeOfSite,
  refuseUnconfirmedShortNotice,
} from './notice.ts';

const today = '2026-03-10';
const noPromotion = { active: false, rateCents: null, months: 24, startDate: null, licensePricing: true };
const promotion = { ...noPromotion, active: true, rateCents: 500, startDate: '2026-01-01' };
const ofAccount = (...rates: DatedRate[]) => ({ rates, promotion: noPromotion });
const standard: DatedRate = { cents: 650, effectiveFrom: null };
const account = ofAccount(standard);

describe('notice of a new default rate', () => {
  const isShort = (rateCents: number | null, effectiveFrom: string | null, terms = account) =>
    isShortNoticeOfDefault(terms, { rateCents, effectiveFrom }, today);
  it('is short for an increase within 30 days', () => {
    expect(isShort(651, null)).toBe(true);
    expect(isShort(651, '2026-04-08')).toBe(true);
    expect(isShort(651, '2026-04-09')).toBe(false);
  });
  it('is needed for increases alone', () => {
    expect(isShort(650, null)).toBe(false);
    expect(isShort(600, null)).toBe(false);
  });
  it('compares with the system rate where none is set', () => {
    expect(isShort(null, null)).toBe(true);
    expect(isShort(700, null, ofAccount({ cents: null, effectiveFrom: null }))).toBe(false);
  });
  it('compares with what is announced for that day', () => {
    const announced = ofAccount(standard, { cents: 700, effectiveFrom: '2026-04-01' });
    expect(isShort(700, '2026-04-05', announced)).toBe(false);
    expect(isShort(701, '2026-04-05', announced)).toBe(true);
  });
});

describe("notice of a site's new rate", () => {
  const site = { customRates: [{ cents: 400, effectiveFrom: null }], firstActivatedOn: '2026-01-10' };
  const isShort = (rateCents: number | null, terms: { customRates: typeof site.customRates } = site) =>
    isShortNoticeOfSite(
      { ...site, ...terms },
      { ...account, promotion },
      { rateCents, effectiveFrom: null },
      today,
    );
  it('compares with the rate it has', () => {
    expect(isShort(401)).toBe(true);
    expect(isShort(399)).toBe(false);
  });
  it('compares with promotion or default where the site has none of its own', () => {
    expect(isShort(499, { customRates: [] })).toBe(false);
    expect(isShort(501, { customRates: [] })).toBe(true);
  });
  it('takes no rate of its own as promotion or default', () => expect(isShort(null)).toBe(true));
});

describe('notice of new promotional terms', () => {
  it('is short where a promotion that is on ends, costs more or is shorter', () => {
    expect(isShortNoticeOfPromotion(promotion, { ...promotion, active: false })).toBe(true);
    expect(isShortNoticeOfPromotion(promotion, { ...promotion, rateCents: 501 })).toBe(true);
    expect(isShortNoticeOfPromotion(promotion, { ...promotion, months: 23 })).toBe(true);
    expect(isShortNoticeOfPromotion(promotion, { ...promotion, rateCents: 450, months: 30 })).toBe(false);
    expect(isShortNoticeOfPromotion(noPromotion, promotion)).toBe(false);
  });
});

describe('short notice', () => {
  it('needs a confirmation and a reason', () => {
    expect(() => refuseUnconfirmedShortNotice(true, false, 'Costs')).toThrow(
      "This raises the price with less than 30 days' notice. Please confirm it and give a reason.",
    );
    expect(() => refuseUnconfirmedShortNotice(true, true)).toThrow(
      'Please give the reason for the short notice',
    );
    expect(() => refuseUnconfirmedShortNotice(true, true, 'Costs')).not.toThrow();
    expect(() => refuseUnconfirmedShortNotice(false, false)).not.toThrow();
  });
});
