import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hardwareEnabled, type PriceLine, priceMigration, priceNewSite, priceSites } from './index.ts';

const promotional = { promotionalLicensePricing: true };
const regular = { promotionalLicensePricing: false };
const bare = { panels: 1, ca150Panel: false, netcom6p: false };
const both = { auroraLicense: true, reverseNetworkIp: true };
const line = (name: string, priceCents: number, listPriceCents = priceCents): PriceLine => ({
  name,
  priceCents,
  listPriceCents,
  note: priceCents === listPriceCents ? null : 'Included',
});
const licensesIncluded = [line('Aurora License', 0, 3500), line('Reverse Network IP License', 0, 6500)];
const licensesCharged = [line('Aurora License', 3500), line('Reverse Network IP License', 6500)];

describe('the price of a new site', () => {
  it('is 0 for one panel, with both licenses shown as included', () => {
    for (const account of [promotional, regular]) {
      expect(priceNewSite(bare, account)).toEqual({ lines: licensesIncluded, totalCents: 0 });
    }
  });
  it('adds $65.00 for each panel beyond the first', () =>
    expect(priceNewSite({ ...bare, panels: 4 }, regular)).toEqual({
      lines: [...licensesIncluded, line('Additional ACU Panels (3 × $65.00)', 19_500)],
      totalCents: 19_500,
    }));
  it('names a single extra panel', () =>
    expect(priceNewSite({ ...bare, panels: 2 }, regular).lines.at(-1)).toEqual(
      line('Additional ACU Panel', 6500),
    ));
  it('includes extra panels with promotional license pricing', () =>
    expect(priceNewSite({ ...bare, panels: 4 }, promotional)).toEqual({
      lines: [...licensesIncluded, line('Additional ACU Panels (3 × $65.00)', 0, 19_500)],
      totalCents: 0,
    }));
  it('charges no extra panel without panels', () =>
    expect(priceNewSite({ ...bare, panels: 0 }, regular).totalCents).toBe(0));
  it('adds hardware and ships it once', () =>
    expect(priceNewSite({ panels: 1, ca150Panel: true, netcom6p: true }, promotional)).toEqual({
      lines: [
        ...licensesIncluded,
        line('CA 150 Panel', 65_000),
        line('Netcom6P', 33_500),
        line('Shipping & Handling', 3_000),
      ],
      totalCents: 101_500,
    }));
  it.each([
    [true, false, 68_000],
    [false, true, 36_500],
  ])('ships either item (CA 150 %s, Netcom6P %s)', (ca150Panel, netcom6p, total) =>
    expect(priceNewSite({ panels: 1, ca150Panel, netcom6p }, promotional).totalCents).toBe(total),
  );
  it('refuses half a panel', () =>
    expect(() => priceNewSite({ ...bare, panels: 2.5 }, regular)).toThrow(RangeError));
});

describe('the price of a migration', () => {
  it('counts both licenses', () =>
    expect(priceMigration({ ...bare, ...both }, regular)).toEqual({
      lines: licensesCharged,
      totalCents: 10_000,
    }));
  it('includes them with promotional license pricing', () =>
    expect(priceMigration({ ...bare, ...both }, promotional)).toEqual({
      lines: licensesIncluded,
      totalCents: 0,
    }));
  it('leaves out a license that is not chosen', () => {
    expect(priceMigration({ ...bare, ...both, auroraLicense: false }, regular).totalCents).toBe(6500);
    expect(priceMigration({ ...bare, ...both, reverseNetworkIp: false }, regular).totalCents).toBe(3500);
  });
  it('prices panels, hardware and shipping as for a new site', () =>
    expect(priceMigration({ panels: 3, ca150Panel: true, netcom6p: true, ...both }, regular).totalCents).toBe(
      10_000 + 13_000 + 101_500,
    ));
});

describe('any price', () => {
  const order = fc.record({
    panels: fc.integer({ min: 0, max: 1_000 }),
    ca150Panel: fc.boolean(),
    netcom6p: fc.boolean(),
    auroraLicense: fc.boolean(),
    reverseNetworkIp: fc.boolean(),
  });
  it('is the sum of its lines, each charged in full or included', () =>
    fc.assert(
      fc.property(order, fc.boolean(), fc.boolean(), (chosen, promotionalLicensePricing, migration) => {
        const { lines, totalCents } = (migration ? priceMigration : priceNewSite)(chosen, {
          promotionalLicensePricing,
        });
        expect(totalCents).toBe(lines.reduce((sum, { priceCents }) => sum + priceCents, 0));
        for (const { priceCents, listPriceCents, note } of lines) {
          expect(Number.isSafeInteger(priceCents)).toBe(true);
          expect(priceCents).toBe(note === 'Included' ? 0 : listPriceCents);
        }
      }),
    ));
});

describe('hardware', () => {
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('with promotional licenses %s and purchases %s is offered: %s', (licenses, purchases, offered) =>
    expect(
      hardwareEnabled({ promotionalLicensePricing: licenses, equipmentPurchasesEnabled: purchases }),
    ).toBe(offered),
  );
});

describe('the price of many sites in one order', () => {
  const equipment = fc.record({
    panels: fc.integer({ min: 0, max: 1_000 }),
    ca150Panel: fc.boolean(),
    netcom6p: fc.boolean(),
  });

  it('combines equal items into one line with its count, and ships each site', () =>
    expect(
      priceSites(
        [
          { panels: 3, ca150Panel: true, netcom6p: false },
          { panels: 2, ca150Panel: true, netcom6p: true },
        ].map((site) => priceNewSite(site, regular)),
      ),
    ).toEqual({
      lines: [
        line('Aurora License (2 × $35.00)', 0, 7_000),
        line('Reverse Network IP License (2 × $65.00)', 0, 13_000),
        line('Additional ACU Panels (3 × $65.00)', 19_500),
        line('CA 150 Panel (2 × $650.00)', 130_000),
        line('Shipping & Handling (2 × $30.00)', 6_000),
        line('Netcom6P', 33_500),
      ],
      totalCents: 189_000,
    }));

  it('of one site has its lines', () => {
    const site = { panels: 4, ca150Panel: false, netcom6p: true };
    const price = priceNewSite(site, promotional);
    expect(priceSites([price])).toEqual(price);
  });

  it('is the sum of the single sites and of its lines', () => {
    fc.assert(
      fc.property(
        fc.array(equipment, { maxLength: 30 }),
        fc.boolean(),
        (sites, promotionalLicensePricing) => {
          const terms = { promotionalLicensePricing };
          const alone = sites.map((site) => priceNewSite(site, terms));
          const { lines, totalCents } = priceSites(alone);
          expect(totalCents).toBe(alone.reduce((sum, price) => sum + price.totalCents, 0));
          expect(lines.reduce((sum, { priceCents }) => sum + priceCents, 0)).toBe(totalCents);
        },
      ),
    );
  });
});
