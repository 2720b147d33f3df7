import { contactSchema, newMigrationSchema, newSiteSchema, registerSchema } from '@portal/contract';
import { priceMigration, priceNewSite } from '@portal/domain/pricing';
import { describe, expect, it } from 'vitest';
import { planDemo, USUAL_PORTFOLIO } from './plan.ts';

const until = new Date('2026-03-04T00:00:00.000Z');
const steps = planDemo({ ...USUAL_PORTFOLIO, until });
const actions = steps.map(({ action }) => action);
const ofType = <Type extends (typeof actions)[number]['type']>(type: Type) =>
  actions.flatMap((action) =>
    action.type === type ? [action as Extract<typeof action, { type: Type }>] : [],
  );

describe('the plan of the demo', () => {
  it('depends on the seed only', () => {
    expect(planDemo({ ...USUAL_PORTFOLIO, until })).toEqual(steps);
    expect(planDemo({ ...USUAL_PORTFOLIO, seed: 2, until })).not.toEqual(steps);
  });

  it('has 25 dealers, 200 sites and 18 months', () => {
    expect(ofType('register')).toHaveLength(25);
    expect(ofType('approve')).toHaveLength(22);
    expect(ofType('disapprove')).toHaveLength(1);
    expect(ofType('order')).toHaveLength(200);
    expect([ofType('requestMigration'), ofType('approveMigration')].map(({ length }) => length)).toEqual([
      13, 10,
    ]);
    expect(ofType('deleteMigration')).toHaveLength(1);
    expect(ofType('orderPaid')).toHaveLength(6);
    expect(
      ofType('runBilling')
        .map(({ period }) => period)
        .slice(-2),
    ).toEqual(['2026-02', '2026-03']);
    expect(ofType('runBilling').length).toBeGreaterThan(14);
    expect([ofType('reissueInvoice'), ofType('creditInvoice')].map(({ length }) => length)).toEqual([1, 1]);
    expect(ofType('payInvoiceByCard').length).toBeGreaterThan(20);
    const shares = ofType('payInvoice').map(({ share }) => share);
    expect(shares.filter((share) => share !== 1).toSorted()).toEqual([0.5, 3]);
    expect(ofType('reversePayment')).toHaveLength(1);
    expect(ofType('rejectOrder')).toHaveLength(1);
    expect([ofType('question'), ofType('settleQuestion')].map(({ length }) => length)).toEqual([4, 2]);
    const days = (until.getTime() - (steps[0]?.at.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeGreaterThan(535);
    expect(days).toBeLessThan(555);
  });

  it('has unique names of companies, users and sites', () => {
    const requests = ofType('register').map(({ request }) => request);
    for (const field of ['company', 'username', 'email'] as const) {
      expect(new Set(requests.map((request) => request[field])).size).toBe(25);
    }
    expect(new Set(ofType('order').map(({ request }) => request.site_name)).size).toBe(200);
  });

  it('passes every form, and pays by card only for what costs something', () => {
    for (const { request } of ofType('register')) registerSchema.parse({ ...request, password: 'sample-1' });
    for (const { request } of ofType('write')) contactSchema.parse(request);
    for (const { request } of ofType('order')) {
      const { number_of_acu_panels: panels, ca150_panel, netcom6p } = newSiteSchema.parse(request);
      const equipment = { panels, ca150Panel: ca150_panel, netcom6p };
      expect(priceNewSite(equipment, { promotionalLicensePricing: true }).totalCents).toBe(0);
    }
    for (const { request } of ofType('orderPaid')) {
      const { number_of_acu_panels: panels, ca150_panel, netcom6p } = newSiteSchema.parse(request);
      const price = priceNewSite(
        { panels, ca150Panel: ca150_panel, netcom6p },
        { promotionalLicensePricing: true },
      );
      expect(price.totalCents).toBeGreaterThan(0);
    }
    for (const { request } of ofType('requestMigration')) {
      const { number_of_acu_panels: panels, ca150_panel, netcom6p } = newMigrationSchema.parse(request);
      const equipment = { panels, ca150Panel: ca150_panel, netcom6p };
      const licenses = { auroraLicense: true, reverseNetworkIp: true };
      const terms = { promotionalLicensePricing: true };
      expect(priceMigration({ ...equipment, ...licenses }, terms).totalCents).toBe(0);
    }
  });

  it('uses fictional addresses and telephone numbers', () => {
    const people = [
      ...ofType('register').map(({ request }) => ({ email: request.email, phone: request.phone })),
      ...ofType('write').map(({ request }) => ({
        email: request.contact_email,
        phone: request.contact_phone,
      })),
    ];
    expect(people.length).toBeGreaterThan(30);
    for (const { email, phone } of people) {
      expect(email).toMatch(/@(?:[a-z-]+\.)?example\.com$/);
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
  });

  it('happens in working hours, except billing runs', () => {
    for (const { at, action } of steps) {
      if (action.type === 'runBilling') continue;
      expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
      expect(at.getUTCHours()).toBeGreaterThanOrEqual(14);
      expect(at.getUTCHours()).toBeLessThan(21);
      expect(at.getTime()).toBeLessThan(until.getTime());
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('uses nothing before it exists, with seed %i', (seed) => {
    const known = new Set<string>();
    for (const { action } of planDemo({ ...USUAL_PORTFOLIO, seed, until })) {
      if (action.type === 'register') known.add(action.dealer);
      else if (action.type === 'order' || action.type === 'orderPaid') {
        expect(known).toContain(action.dealer);
        known.add(action.site);
      } else if (action.type === 'write') known.add(action.message);
      else if (action.type === 'question') {
        expect(known).toContain(action.dealer);
        known.add(action.question);
      } else if ('question' in action) expect(known).toContain(action.question);
      else if (action.type === 'requestMigration') {
        expect(known).toContain(action.dealer);
        known.add(action.migration);
      } else if ('migration' in action) expect(known).toContain(action.migration);
      else if ('site' in action) expect(known).toContain(action.site);
      else if ('message' in action) expect(known).toContain(action.message);
      else if ('dealer' in action) expect(known).toContain(action.dealer);
    }
  });
});
