import { describe, expect, it } from 'vitest';
import { accountFacts, rateFact, siteFacts } from '../../test/billingFixtures.ts';
import { adjust } from './adjustments.ts';
import { lineFor } from './charges.ts';
import { type InvoiceFacts, type PricedInvoice, priceInvoice } from './priceInvoice.ts';

const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  period: '2026-05',
  account: accountFacts(),
  sites: [siteFacts('s1')],
  ...change,
});
const priced = (change: Partial<InvoiceFacts> = {}): PricedInvoice => {
  const invoice = priceInvoice(facts(change));
  if (invoice.outcome !== 'priced') throw new Error(invoice.reason);
  return invoice;
};
const thirty = { invoiceId: 'a1_2026-04', invoiceNumber: 'INV-202604-0001', amountCents: 30 };
const credit = (creditId: string, availableCents: number, takenCents: number | null = null) => ({
  invoiceId: 'a1_2026-03',
  invoiceNumber: 'INV-202603-0001',
  creditId,
  availableCents,
  takenCents,
});

describe('an invoice', () => {
  it('has a line for each active site, with its reasons', () =>
    expect(priceInvoice(facts())).toEqual({
      outcome: 'priced',
      period: '2026-05',
      accountId: 'a1',
      recipientId: 'u1',
      isDemo: false,
      lines: [
        {
          siteId: 's1',
          name: 'Site s1',
          readers: 4,
          rateCents: 650,
          amountCents: 2_600,
          source: 'account',
          because: ['s1 requested', 's1 approved', 'opened'],
        },
      ],
      adjustments: [],
      totalCents: 2_600,
      policyVersion: 2,
    }));
  it('bills active sites only', () =>
    expect(
      priced({
        sites: [
          siteFacts('s1'),
          siteFacts('s2', { status: 'pending' }),
          siteFacts('s3', { status: 'inactive' }),
        ],
      }).lines.map(({ siteId }) => siteId),
    ).toEqual(['s1']));
  it('is none for an account without an active site', () => {
    const skipped = { outcome: 'skipped', reason: 'no_active_sites' };
    expect(priceInvoice(facts({ sites: [] }))).toEqual(skipped);
    expect(priceInvoice(facts({ sites: [siteFacts('s1', { status: 'pending' })] }))).toEqual(skipped);
  });
  it('carries no remainder without a charge', () =>
    expect(priceInvoice(facts({ sites: [], open: { carried: [thirty], credits: [] } })).outcome).toBe(
      'skipped',
    ));
  it('is none for an account that was not open', () =>
    expect(priceInvoice(facts({ account: null, sites: [] }))).toEqual({
      outcome: 'skipped',
      reason: 'not_open',
    }));
  it('of $0.00 is issued', () => {
    expect(priced({ sites: [siteFacts('s1', { readers: 0 })] })).toMatchObject({
      lines: [{ readers: 0, amountCents: 0 }],
      totalCents: 0,
    });
    const free = siteFacts('s1', { rates: { customRates: [rateFact(0, 'free')], firstActivation: null } });
    expect(priced({ sites: [free] })).toMatchObject({
      lines: [{ rateCents: 0, source: 'custom' }],
      totalCents: 0,
    });
  });
  it('has lines sorted by name, then id', () => {
    const sites = ['s3', 's1', 's2'].map((id) => siteFacts(id, { name: id === 's3' ? 'Ä' : 'Z' }));
    for (const order of [sites, [...sites].reverse()]) {
      expect(priced({ sites: order }).lines.map(({ siteId }) => siteId)).toEqual(['s1', 's2', 's3']);
    }
  });
  it("fails on another account's site", () =>
    expect(() => priceInvoice(facts({ sites: [siteFacts('s1', { accountId: 'a2' })] }))).toThrow(
      'Site s1 is not of account a1',
    ));
  it('fails rather than lose a cent to a number too large', () => {
    const sites = [siteFacts('s1', { readers: Number.MAX_SAFE_INTEGER })];
    expect(() => priceInvoice(facts({ sites }))).toThrow(RangeError);
  });
});

describe('the rate on an invoice', () => {
  const promotion = {
    active: true,
    rateCents: 500,
    months: 3,
    startDate: '2026-02-15',
    because: 'promotion',
  };
  const promoted = accountFacts({ rates: { defaultRates: [rateFact(650, 'opened')], promotion } });
  it('is judged on the 1st, for the whole month', () => {
    expect(priced({ account: promoted, period: '2026-05' }).lines[0]).toMatchObject({
      rateCents: 500,
      source: 'promotional',
      because: ['s1 requested', 's1 approved', 'promotion'],
    });
    expect(priced({ account: promoted, period: '2026-06' }).lines[0]).toMatchObject({ rateCents: 650 });
  });
  it('announced for the 1st holds on the 1st', () => {
    const announced = accountFacts({
      rates: {
        defaultRates: [rateFact(650, 'opened'), rateFact(700, 'raised', '2026-05-01')],
        promotion: null,
      },
    });
    expect(priced({ account: announced, period: '2026-04' }).totalCents).toBe(2_600);
    expect(priced({ account: announced, period: '2026-05' }).totalCents).toBe(2_800);
  });
  it('of a projected figure is judged on the next billing date, for a pending site too', () =>
    expect(lineFor(siteFacts('s2', { status: 'pending' }), promoted.rates, '2026-06-01')).toMatchObject({
      siteId: 's2',
      amountCents: 2_600,
    }));
});

describe('what earlier invoices left', () => {
  const carriedLine = {
    kind: 'carried',
    invoiceId: 'a1_2026-04',
    invoiceNumber: 'INV-202604-0001',
    creditId: null,
    amountCents: 30,
  };
  const creditLine = (creditId: string, amountCents: number) => ({
    kind: 'credit',
    invoiceId: 'a1_2026-03',
    invoiceNumber: 'INV-202603-0001',
    creditId,
    amountCents,
  });
  it('is carried', () =>
    expect(priced({ open: { carried: [thirty], credits: [] } })).toMatchObject({
      adjustments: [carriedLine],
      totalCents: 2_630,
    }));
  it('is credited, oldest first, until nothing is left to pay', () =>
    expect(
      priced({
        open: { carried: [thirty], credits: [credit('c1', 2_000), credit('c2', 900), credit('c3', 5)] },
      }),
    ).toMatchObject({
      adjustments: [carriedLine, creditLine('c1', -2_000), creditLine('c2', -630)],
      totalCents: 0,
    }));
  it('stays as this invoice took it, even after another credit', () =>
    expect(adjust(2_600, { carried: [], credits: [credit('c1', 5_000), credit('c2', 100, 600)] })).toEqual([
      creditLine('c1', -2_000),
      creditLine('c2', -600),
    ]));
  it("can't exceed the amount to pay", () =>
    expect(() => adjust(500, { carried: [], credits: [credit('c1', 0, 600)] })).toThrow(RangeError));
});
