import { describe, expect, it } from 'vitest';
import { ACCOUNT_OPENED } from '../../test/firstEvents.ts';
import { accountDecider } from '../account/account.ts';
import type { OpenAccountState } from '../account/commands.ts';
import { type DatedRate, withoutAnnounced, withRate } from './datedRates.ts';
import {
  type AccountTerms,
  isIncrease,
  isShortNotice,
  priceChangesOfAccount,
  priceChangesOfSite,
  type SiteTerms,
  withNotice,
} from './notice.ts';

const today = '2026-03-10';
const noPromotion = { active: false, rateCents: null, months: 24, startDate: null };
const promotion = { active: true, rateCents: 500, months: 24, startDate: '2026-01-01' };
const standard: DatedRate = { cents: 650, effectiveFrom: null };
const account: AccountTerms = { rates: [standard], promotion: noPromotion };
const site: SiteTerms = { customRates: [], firstActivatedOn: '2026-01-10' };
const own = (cents: number): SiteTerms => ({ ...site, customRates: [{ cents, effectiveFrom: null }] });

describe('notice of a new default rate', () => {
  const saved = (cents: number | null, effectiveFrom: string | null, before: AccountTerms) => ({
    ...before,
    rates: withRate(before.rates, { cents, effectiveFrom }, today),
  });
  const isShort = (cents: number | null, effectiveFrom: string | null, before = account) =>
    isShortNotice(priceChangesOfAccount(before, saved(cents, effectiveFrom, before), [site], today), today);

  it('is short for an increase within 30 days', () => {
    expect(isShort(651, null)).toBe(true);
    expect(isShort(651, '2026-04-08')).toBe(true);
    expect(isShort(651, '2026-04-09')).toBe(false);
  });
  it('is needed for increases only', () => {
    expect(isShort(650, null)).toBe(false);
    expect(isShort(600, null)).toBe(false);
  });
  it('compares with the system rate if none is set', () => {
    expect(isShort(null, null)).toBe(true);
    const none = { ...account, rates: [{ cents: null, effectiveFrom: null }] };
    expect(isShort(700, null, none)).toBe(false);
  });
  it('compares with what is announced for that day', () => {
    const announced = { ...account, rates: [standard, { cents: 700, effectiveFrom: '2026-04-01' }] };
    expect(isShort(700, '2026-04-05', announced)).toBe(false);
    expect(isShort(701, '2026-04-05', announced)).toBe(true);
  });
  it('is short if an announced decrease is canceled', () => {
    const announced = { ...account, rates: [standard, { cents: 600, effectiveFrom: '2026-04-01' }] };
    const canceled = { ...account, rates: withoutAnnounced(announced.rates, '2026-04-01') };
    const changes = priceChangesOfAccount(announced, canceled, [site], today);
    expect(changes.filter(isIncrease).map(({ from }) => from)).toContain('2026-04-01');
    expect(isShortNotice(changes, today)).toBe(true);
  });
  it('is not short if a promotion overrides the default for longer', () => {
    expect(isShort(700, null, { ...account, promotion })).toBe(false);
    expect(isShort(700, null, { ...account, promotion: { ...promotion, months: 3 } })).toBe(true);
  });
  it('counts an increase, but no decrease, for a company whose sites have rates of their own', () => {
    const changes = (cents: number) =>
      priceChangesOfAccount(account, saved(cents, null, account), [own(400)], today);
    expect(changes(600)).toEqual([]);
    expect(changes(700)).toEqual([{ from: today, beforeCents: 650, afterCents: 700 }]);
  });
});

describe("notice of a site's new rate", () => {
  const isShort = (before: SiteTerms, after: SiteTerms, terms: AccountTerms = { ...account, promotion }) =>
    isShortNotice(priceChangesOfSite(before, after, { before: terms, after: terms }, today), today);

  it('compares with the rate it has', () => {
    expect(isShort(own(400), own(401))).toBe(true);
    expect(isShort(own(400), own(399))).toBe(false);
  });
  it('compares with promotion or default if the site has no rate', () => {
    expect(isShort(site, own(499))).toBe(false);
    expect(isShort(site, own(501))).toBe(true);
    expect(isShort(site, own(501), account)).toBe(false);
  });
  it('takes no rate of its own as promotion or default', () => {
    expect(isShort(own(400), site)).toBe(true);
    expect(isShort(own(500), site)).toBe(false);
  });
  it('ignores an activation', () => {
    const terms = { ...account, promotion: { ...promotion, months: 1 } };
    expect(isShort({ ...site, firstActivatedOn: null }, { ...site, firstActivatedOn: today }, terms)).toBe(
      false,
    );
  });
  it('compares a site that is given away with its price until now and with the new company’s', () => {
    const given = (before: SiteTerms, after: SiteTerms, rateAfter: number) => {
      const accounts = { before: account, after: { ...account, rates: [{ ...standard, cents: rateAfter }] } };
      return isShortNotice(priceChangesOfSite(before, after, accounts, today), today);
    };
    expect(given(site, site, 800)).toBe(true);
    expect(given(site, site, 500)).toBe(false);
    expect(given(site, own(650), 800)).toBe(false);
    expect(given(site, own(600), 500)).toBe(true);
    expect(given(own(400), own(400), 800)).toBe(false);
  });
});

describe('notice of new promotional terms', () => {
  const isShort = (before: AccountTerms['promotion'], after: AccountTerms['promotion'], sites = [site]) =>
    isShortNotice(
      priceChangesOfAccount(
        { ...account, promotion: before },
        { ...account, promotion: after },
        sites,
        today,
      ),
      today,
    );

  it('is short if the price rises within 30 days', () => {
    expect(isShort(promotion, noPromotion)).toBe(true);
    expect(isShort(promotion, { ...promotion, rateCents: 501 })).toBe(true);
    expect(isShort(promotion, { ...promotion, months: 3 })).toBe(true);
    expect(isShort(noPromotion, { ...promotion, rateCents: 700 })).toBe(true);
  });
  it('is not needed otherwise', () => {
    expect(isShort(promotion, { ...promotion, months: 23 })).toBe(false);
    expect(isShort(promotion, { ...promotion, rateCents: 450, months: 30 })).toBe(false);
    expect(isShort(noPromotion, promotion)).toBe(false);
    expect(isShort({ ...promotion, rateCents: 700 }, noPromotion)).toBe(false);
    expect(isShort(promotion, noPromotion, [own(400)])).toBe(true);
  });
  it('is judged by the sites that still have the promotion', () => {
    const over = { ...promotion, startDate: '2025-01-01', months: 12 };
    const old = { ...site, firstActivatedOn: '2025-01-10' };
    expect(isShort(over, noPromotion, [old])).toBe(false);
    expect(isShort(over, noPromotion, [old, { ...site, firstActivatedOn: '2025-06-01' }])).toBe(true);
  });
});

describe('a decider with notice', () => {
  const opened = accountDecider.evolve(accountDecider.initialState, ACCOUNT_OPENED) as OpenAccountState;
  const decide = (rateCents: number, said: { shortNoticeConfirmed?: boolean; reason?: string }) =>
    withNotice(
      accountDecider,
      (before, after) =>
        priceChangesOfAccount(before as OpenAccountState, after as OpenAccountState, [], today),
      today,
      said,
    ).decide({ type: 'ChangeReaderRate', rateCents, effectiveFrom: null, today }, opened);

  it('needs an increase confirmed with a reason', () => {
    expect(() => decide(700, { reason: 'Costs' })).toThrow(
      "This raises the price with less than 30 days' notice. Please confirm it and give a reason.",
    );
    expect(() => decide(700, { shortNoticeConfirmed: true })).toThrow(
      'Please give the reason for the short notice',
    );
    expect(decide(700, { shortNoticeConfirmed: true, reason: 'Costs' })).toHaveLength(1);
    expect(decide(600, {})).toHaveLength(1);
  });
});
