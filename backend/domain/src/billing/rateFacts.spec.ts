import { describe, expect, it } from 'vitest';
import { SITE_IDS as ids, ACCOUNT_OPENED as opened, siteAdded } from '../../test/firstEvents.ts';
import type { AccountEvent } from '../account/events.ts';
import { announcedRates, isRateOn, rateInForce, withoutAnnounced, withRate } from '../rates/datedRates.ts';
import {
  type AccountRateFacts,
  NO_ACCOUNT_RATE_FACTS,
  NO_SITE_RATE_FACTS,
  type SiteRateFacts,
} from '../rates/facts.ts';
import type { SiteEvent } from '../site/events.ts';
import { evolveAccountRateFacts, evolveSiteRateFacts } from './rateFacts.ts';

const siteFacts = (...events: SiteEvent[]): SiteRateFacts =>
  events.reduce((facts, event, index) => evolveSiteRateFacts(facts, event, `e${index}`), NO_SITE_RATE_FACTS);
const accountFacts = (...events: AccountEvent[]): AccountRateFacts =>
  events.reduce(
    (facts, event, index) => evolveAccountRateFacts(facts, event, `e${index}`),
    NO_ACCOUNT_RATE_FACTS,
  );
const approved = (activeFrom: string): SiteEvent => ({ type: 'SiteApproved', data: { ...ids, activeFrom } });
const reactivated = (activeFrom: string): SiteEvent => ({
  type: 'SiteReactivated',
  data: { ...ids, activeFrom },
});
const siteRate = (customRateCents: number | null, effectiveFrom: string | null = null): SiteEvent => ({
  type: 'SiteReaderRateChanged',
  data: { ...ids, customRateCents, effectiveFrom },
});
const added = (customRateCents: number | null) => siteAdded({ customRateCents, activeFrom: '2026-01-05' });

describe("a site's facts", () => {
  it('keep the first activation', () =>
    expect(
      siteFacts(approved('2026-01-10'), { type: 'SiteDeactivated', data: ids }, reactivated('2026-06-01')),
    ).toMatchObject({ firstActivation: { day: '2026-01-10', because: 'e0' } }));
  it('count a reactivation as the first if the site was never active', () =>
    expect(siteFacts(reactivated('2026-06-01'))).toMatchObject({
      firstActivation: { day: '2026-06-01', because: 'e0' },
    }));
  it('begin with an added site', () => {
    expect(siteFacts(added(400))).toEqual({
      customRates: [{ cents: 400, effectiveFrom: null, because: 'e0' }],
      firstActivation: { day: '2026-01-05', because: 'e0' },
    });
    expect(siteFacts(added(null)).customRates).toEqual([]);
  });
  it('hold a rate that replaces what was announced for its day or later', () =>
    expect(siteFacts(siteRate(400), siteRate(500, '2026-05-01'), siteRate(450)).customRates).toEqual([
      { cents: 450, effectiveFrom: null, because: 'e2' },
    ]));
});

describe("an account's facts", () => {
  const rateFrom = (rateCents: number, effectiveFrom: string): AccountEvent => ({
    type: 'DefaultReaderRateChanged',
    data: { accountId: 'a1', rateCents, effectiveFrom },
  });
  it('hold the rate in force and the announced ones', () =>
    expect(
      accountFacts(opened, rateFrom(700, '2026-05-01'), rateFrom(800, '2026-09-01')).defaultRates,
    ).toEqual([
      { cents: 650, effectiveFrom: null, because: 'e0' },
      { cents: 700, effectiveFrom: '2026-05-01', because: 'e1' },
      { cents: 800, effectiveFrom: '2026-09-01', because: 'e2' },
    ]));
  it('hold the promotion as last saved', () => {
    const saved = { active: true, rateCents: 500, months: 12, startDate: '2026-02-01' };
    const event: AccountEvent = {
      type: 'PromotionalPricingChanged',
      data: { accountId: 'a1', ...saved, licensePricing: true },
    };
    expect(accountFacts(opened, event).promotion).toEqual({ ...saved, because: 'e1' });
  });
  it('do not change with other events', () =>
    expect(accountFacts(opened, { type: 'AccountWentLive', data: { accountId: 'a1' } })).toEqual(
      accountFacts(opened),
    ));
});

describe('dated rates', () => {
  const now = { cents: 650, effectiveFrom: null };
  const may = { cents: 700, effectiveFrom: '2026-05-01' };
  const june = { cents: 750, effectiveFrom: '2026-06-01' };
  it('replace the rate of their own day; announced ones stay', () => {
    const atOnce = { cents: 800, effectiveFrom: null };
    expect(withRate([now, may, june], atOnce, '2026-04-10')).toEqual([atOnce, may, june]);
    expect(withRate([now, may, june], atOnce, '2026-05-01')).toEqual([atOnce, june]);
    const dated = { cents: 800, effectiveFrom: '2026-05-01' };
    expect(withRate([now, may, june], dated, '2026-04-10')).toEqual([now, dated, june]);
    const between = { cents: 800, effectiveFrom: '2026-05-15' };
    expect(withRate([now, may, june], between, '2026-04-10')).toEqual([now, may, between, june]);
  });
  it('lose an announced one that is canceled', () =>
    expect(withoutAnnounced([now, may, june], '2026-05-01')).toEqual([now, june]));
  it('replaced those of the same and later days in events without a time of saving', () => {
    expect(withRate([now, may, june], { cents: 800, effectiveFrom: '2026-05-01' })).toEqual([
      now,
      { cents: 800, effectiveFrom: '2026-05-01' },
    ]);
    expect(withRate([now, may, june], { cents: 800, effectiveFrom: null })).toEqual([
      { cents: 800, effectiveFrom: null },
    ]);
  });
  it('are in force from their day', () => {
    expect(rateInForce([now, may], '2026-04-30')).toEqual(now);
    expect(rateInForce([now, may], '2026-05-01')).toEqual(may);
    expect(rateInForce([may], '2026-04-30')).toBeUndefined();
  });
  it('are announced until then', () => {
    expect(announcedRates([now, may, june], '2026-04-30')).toEqual([may, june]);
    expect(announcedRates([now, may, june], '2026-05-01')).toEqual([june]);
  });
  it('are the same on a day after later announcements', () => {
    expect(isRateOn([now, may], 650, '2026-03-01')).toBe(true);
    expect(isRateOn([now, may], 650, '2026-05-01')).toBe(false);
    expect(isRateOn([now, may], 700, '2026-05-01')).toBe(true);
    expect(isRateOn([], null, '2026-05-01')).toBe(true);
  });
});
