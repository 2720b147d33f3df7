import { contactSchema, newMigrationSchema, newSiteSchema, registerSchema } from '@portal/contract';
import { priceMigration, priceNewSite } from '@portal/domain/pricing';
import { describe, expect, it } from 'vitest';
import { planDemo, USUAL_PORTFOLIO } from './plan.ts';

const until = new Date('2026-03-04T00:00:00.000Z');
const steps = planDemo({ ...USUAL_PORTFOLIO, until });
const deeds = steps.map(({ deed }) => deed);
const ofType = <Type extends (typeof deeds)[number]['type']>(type: Type) =>
  deeds.flatMap((deed) => (deed.type === type ? [deed as Extract<typeof deed, { type: Type }>] : []));

describe('the plan of the demo', () => {
  it('is the same for the same seed and another one for another', () => {
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
    const days = (until.getTime() - (steps[0]?.at.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeGreaterThan(535);
    expect(days).toBeLessThan(555);
  });

  it('has names of its own for every company, user and site', () => {
    const requests = ofType('register').map(({ request }) => request);
    for (const field of ['company', 'username', 'email'] as const) {
      expect(new Set(requests.map((request) => request[field])).size).toBe(25);
    }
    expect(new Set(ofType('order').map(({ request }) => request.site_name)).size).toBe(200);
  });

  it('asks for nothing that a form would refuse, and pays for what costs something', () => {
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
      const licences = { auroraLicense: true, reverseNetworkIp: true };
      const terms = { promotionalLicensePricing: true };
      expect(priceMigration({ ...equipment, ...licences }, terms).totalCents).toBe(0);
    }
  });

  it('uses addresses and telephone numbers that are nobody’s', () => {
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

  it('happens while people work: on weekdays, but for the billing run', () => {
    for (const { at, deed } of steps) {
      if (deed.type === 'runBilling') continue;
      expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
      expect(at.getUTCHours()).toBeGreaterThanOrEqual(14);
      expect(at.getUTCHours()).toBeLessThan(21);
      expect(at.getTime()).toBeLessThan(until.getTime());
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with seed %i changes nothing before it is there', (seed) => {
    const there = new Set<string>();
    for (const { deed } of planDemo({ ...USUAL_PORTFOLIO, seed, until })) {
      if (deed.type === 'register') there.add(deed.dealer);
      else if (deed.type === 'order' || deed.type === 'orderPaid') {
        expect(there).toContain(deed.dealer);
        there.add(deed.site);
      } else if (deed.type === 'write') there.add(deed.message);
      else if (deed.type === 'requestMigration') {
        expect(there).toContain(deed.dealer);
        there.add(deed.migration);
      } else if ('migration' in deed) expect(there).toContain(deed.migration);
      else if ('site' in deed) expect(there).toContain(deed.site);
      else if ('message' in deed) expect(there).toContain(deed.message);
      else if ('dealer' in deed) expect(there).toContain(deed.dealer);
    }
  });
});
