import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountFacts, siteFacts } from '../../test/billingFixtures.ts';
import { ACCOUNT_OPENED } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import { accountDecider } from '../account/account.ts';
import type { AccountEvent } from '../account/events.ts';
import { exemptBecause } from '../account/exemptions.ts';
import { type AccountBillingFacts, evolveAccountBillingFacts } from '../billing/accountFacts.ts';
import { type InvoiceFacts, type PricedInvoice, priceInvoice } from '../billing/priceInvoice.ts';
import { shareOfCents, sumCents } from '../values/money.ts';
import { formatTaxRate, taxRateOf } from '../values/tax.ts';
import type { TaxEvent } from './events.ts';
import { evolveTaxRates, type SetTaxRate, type TaxRates, taxDecider, taxRateOn } from './tax.ts';

const rateSet = (rate: number, from: string, state = 'TX'): TaxEvent => ({
  type: 'TaxRateSet',
  data: { state, rate, from, reason: 'As the state says' },
});
const set = (rate: number, from: string, more: Partial<SetTaxRate> = {}): SetTaxRate => ({
  type: 'SetTaxRate',
  state: 'TX',
  rate,
  from,
  reason: ' As the state says ',
  today: '2026-05-10',
  ...more,
});
const ratesOf = (...events: TaxEvent[]): TaxRates =>
  events.reduce((rates, event, index) => evolveTaxRates(rates, event, `rate ${index}`), {} as TaxRates);

// Proves B38-tax
describe('a rate of sales tax', () => {
  it('holds from its day on, and ends with a rate of 0', () => {
    const rates = ratesOf(rateSet(82_500, '2026-06-01'), rateSet(0, '2026-08-01'));
    expect(taxRateOn(rates, 'TX', '2026-05-31')).toBeNull();
    expect(taxRateOn(rates, 'TX', '2026-06-01')).toEqual({
      rate: 82_500,
      from: '2026-06-01',
      because: 'rate 0',
    });
    expect(taxRateOn(rates, 'TX', '2026-08-01')).toBeNull();
    expect(taxRateOn(rates, 'OK', '2026-06-01')).toBeNull();
    expect(taxRateOn(rates, null, '2026-06-01')).toBeNull();
  });
  it('is set from today on, with a reason; the past never changes', () => {
    const none = given(taxDecider);
    none.when(set(82_500, '2026-05-10')).thenEvents(rateSet(82_500, '2026-05-10'));
    none
      .when(set(82_500, '2026-05-09'))
      .thenRefused('unprocessable', "A rate can't begin in the past", 'from');
    none
      .when(set(1, '2026-06-01', { state: 'ZZ' }))
      .thenRefused('unprocessable', 'Please choose a state', 'state');
    none.when(set(300_001, '2026-06-01')).thenRefused('unprocessable', 'The rate must be 0% to 30%', 'rate');
    none.when(set(0, '2026-06-01')).thenNothing();
    none
      .when(set(1, '2026-06-01', { reason: ' ' }))
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    const some = given(taxDecider, rateSet(82_500, '2026-06-01'));
    some.when(set(82_500, '2026-07-01')).thenNothing();
    some.when(set(0, '2026-06-01')).thenEvents(rateSet(0, '2026-06-01'));
  });
  it('is read from a percentage of four decimals at most', () =>
    expect(['8.25', '6', ' 0.0001 ', '100', '8.25%', '-1', '', '1.23456'].map(taxRateOf)).toEqual([
      82_500,
      60_000,
      1,
      1_000_000,
      null,
      null,
      null,
      null,
    ]));
  it('reads as a percentage', () =>
    expect([0, 62_500, 82_500, 100_000, 71_234, 300_000].map(formatTaxRate)).toEqual([
      '0%',
      '6.25%',
      '8.25%',
      '10%',
      '7.1234%',
      '30%',
    ]));
});

// Proves B38-tax
it('a share is rounded half up in whole numbers, however large (property)', () => {
  expect([shareOfCents(50, 10_000, 1_000_000), shareOfCents(49, 10_000, 1_000_000)]).toEqual([1, 0]);
  expect(shareOfCents(99_999_999_999_999, 82_500, 1_000_000)).toBe(8_250_000_000_000);
  expect(() => shareOfCents(1, 1, 0)).toThrow(RangeError);
  expect(() => shareOfCents(-1, 1, 2)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 2 ** 40 }), (cents, part, whole) => {
      const twice = 2n * (BigInt(shareOfCents(cents, Math.min(part, whole), whole)) * BigInt(whole));
      const wanted = 2n * BigInt(cents) * BigInt(Math.min(part, whole));
      expect(twice - wanted).toBeLessThanOrEqual(BigInt(whole));
      expect(wanted - twice).toBeLessThan(BigInt(whole));
    }),
  );
});

// Proves B38-tax
describe('an exemption', () => {
  const granted = (from: string, to: string | null): AccountEvent => ({
    type: 'TaxExemptionGranted',
    data: { accountId: 'a1', certificate: 'TX-1', from, to, reason: 'Resale' },
  });
  const ended = (from: string): AccountEvent => ({
    type: 'TaxExemptionEnded',
    data: { accountId: 'a1', from, reason: 'Withdrawn' },
  });
  const grant = {
    type: 'GrantTaxExemption',
    certificate: ' TX-1 ',
    from: '2026-05-01',
    to: null,
    reason: 'Resale',
  } as const;
  const end = { type: 'EndTaxExemption', reason: 'Withdrawn', today: '2026-06-10' } as const;
  const account = (...history: AccountEvent[]) => given(accountDecider, ACCOUNT_OPENED, ...history);

  it('is granted by its certificate, and ended', () => {
    account().when(grant).thenEvents(granted('2026-05-01', null));
    account(granted('2026-05-01', null)).when(grant).thenNothing();
    account(granted('2026-05-01', null))
      .when({ ...grant, to: '2026-12-31' })
      .thenEvents(granted('2026-05-01', '2026-12-31'));
    account()
      .when({ ...grant, certificate: ' ' })
      .thenRefused('unprocessable', 'Certificate number is required', 'certificate');
    account()
      .when({ ...grant, to: '2026-04-30' })
      .thenRefused('unprocessable', 'The last day is before the first one', 'to');
    account()
      .when({ ...grant, reason: '' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    account(granted('2026-05-01', null)).when(end).thenEvents(ended('2026-06-10'));
    account(granted('2026-05-01', '2026-06-09')).when(end).thenNothing();
    account(granted('2026-05-01', null), ended('2026-06-10')).when(end).thenNothing();
    account().when(end).thenNothing();
  });
  it('counts on its days, by what was recorded last for them', () => {
    const events = [
      ACCOUNT_OPENED,
      granted('2026-05-01', '2026-08-31'),
      ended('2026-07-01'),
      granted('2026-10-01', null),
    ];
    const facts = events.reduce<AccountBillingFacts | null>(
      (before, event, index) => evolveAccountBillingFacts(before, event as AccountEvent, `e${index}`),
      null,
    );
    const on = (day: string) => exemptBecause(facts?.exemptions, day);
    expect(
      ['2026-04-30', '2026-05-01', '2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'].map(on),
    ).toEqual([...[undefined, 'e1', 'e1', undefined, undefined, 'e3']]);
    expect(
      exemptBecause([{ from: '2026-05-01', to: '2026-05-31', isExempt: true, because: 'e' }], '2026-06-01'),
    ).toBeUndefined();
  });
});

const states = { s1: 'TX', s2: 'TX', s3: 'OK', s4: null } as const;
const tax = {
  rates: ratesOf(
    rateSet(82_500, '2026-01-01'),
    rateSet(45_000, '2026-05-01', 'OK'),
    rateSet(90_000, '2026-06-01'),
  ),
  siteStates: states,
  companyState: 'TX',
};
const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  period: '2026-05',
  account: accountFacts(),
  sites: [siteFacts('s1')],
  tax,
  ...change,
});
const priced = (change: Partial<InvoiceFacts> = {}): PricedInvoice => {
  const invoice = priceInvoice(facts(change));
  if (invoice.outcome !== 'priced') throw new Error(invoice.reason);
  return invoice;
};
const taxLinesOf = ({ lines }: PricedInvoice) => lines.filter((line) => line.tax !== undefined);

// Proves B38-tax
describe('an invoice with tax', () => {
  it('has a line for each state, with the sum of the rounded taxes of its lines', () => {
    const sites = [
      siteFacts('s1', { readers: 1 }),
      siteFacts('s2', { readers: 1 }),
      siteFacts('s3'),
      siteFacts('s4'),
    ];
    const invoice = priced({ sites });
    expect(taxLinesOf(invoice)).toEqual([
      {
        siteId: null,
        name: 'Sales tax, Oklahoma 4.5%',
        readers: 1,
        rateCents: 117,
        amountCents: 117,
        source: 'line',
        because: ['rate 1'],
        tax: { state: 'OK', rate: 45_000, from: '2026-05-01', taxableCents: 2_600 },
      },
      // twice 53.625 cents
      expect.objectContaining({
        name: 'Sales tax, Texas 8.25%',
        amountCents: 108,
        tax: { state: 'TX', rate: 82_500, from: '2026-01-01', taxableCents: 1_300 },
      }),
    ]);
    expect(invoice.taxCents).toBe(225);
    expect(invoice.totalCents).toBe(650 + 650 + 2_600 + 2_600 + 225);
    expect(invoice.lines.map(({ taxState }) => taxState)).toEqual([
      'TX',
      'TX',
      'OK',
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('is taxed by the rates of its own 1st', () => {
    expect(taxLinesOf(priced({ period: '2026-06' }))[0]?.tax?.rate).toBe(90_000);
    expect(priced({ period: '2025-12', tax: { ...tax } }).taxCents).toBeUndefined();
  });
  it('taxes one-off charges in the state of the company, but no late fees and credits', () => {
    const charge = (chargeId: string, amountCents: number) => ({
      ...{ chargeId, text: chargeId, amountCents, period: '2026-05', because: chargeId },
    });
    const late = charge('late-fee-a1_2026-03-14', 2_500);
    const charges = [charge('setup', 10_000), charge('sorry', -50_000)];
    const withFee = priced({ account: accountFacts({ charges: [late] }) });
    expect([withFee.taxCents, withFee.totalCents]).toEqual([215, 2_600 + 2_500 + 215]);
    const invoice = priced({ account: accountFacts({ charges }) });
    // 26.00 + 100.00, 2.145 + 8.25 of tax; the credit takes all of it
    expect(invoice.taxCents).toBe(215 + 825);
    expect(invoice.lines.find(({ name }) => name === 'sorry')?.amountCents).toBe(
      -(2_600 + 10_000 + 215 + 825),
    );
    expect(invoice.totalCents).toBe(0);
  });
  it('of an exempt company has tax of $0.00, and says why', () => {
    const exemptions = [{ from: '2026-05-01', to: '2026-05-31', isExempt: true, because: 'granted' }];
    const account = accountFacts({ exemptions });
    const invoice = priced({ account });
    expect(taxLinesOf(invoice)).toEqual([
      expect.objectContaining({
        name: 'Sales tax, Texas 8.25% (exempt)',
        amountCents: 0,
        because: ['rate 0', 'granted'],
        tax: expect.objectContaining({ exempt: true, taxableCents: 2_600 }),
      }),
    ]);
    expect(invoice.taxCents).toBeUndefined();
    expect(priced({ account, period: '2026-06' }).taxCents).toBe(234);
    const ended = { from: '2026-05-01', to: null, isExempt: false, because: 'ended' };
    expect(priced({ account: accountFacts({ exemptions: [...exemptions, ended] }) }).taxCents).toBe(215);
  });
  it('corrected in readers or rate is taxed anew, in a line of its own it is not', () => {
    const corrections = [
      {
        eventId: 'c1',
        name: 'Site s1',
        reason: 'r',
        change: { kind: 'readers', siteId: 's1', was: 4, readers: 1 },
      },
      { eventId: 'c2', name: 'Waiting', reason: 'r', change: { kind: 'line', amountCents: 1_000 } },
    ] as const;
    expect(priced({ corrections }).taxCents).toBe(54);
    expect(priced({ corrections }).totalCents).toBe(650 + 1_000 + 54);
  });
  it('is as without tax where no rate holds, but for the states (property)', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 300_000 }),
        (all, rate) => {
          const sites = all.map((readers, index) => siteFacts(`s${index}`, { readers }));
          const siteStates = Object.fromEntries(sites.map(({ siteId }) => [siteId, 'TX']));
          const bare = priced({ sites, tax: undefined });
          const without = priced({ sites, tax: { ...tax, rates: {}, siteStates } });
          expect(without.lines.map(({ taxState: _, ...line }) => line)).toEqual(bare.lines);
          expect(without.totalCents).toBe(bare.totalCents);
          const taxed = priced({
            sites,
            tax: { ...tax, rates: ratesOf(rateSet(rate, '2026-01-01')), siteStates },
          });
          const own = sumCents(
            bare.lines.map(({ amountCents }) => shareOfCents(amountCents, rate, 1_000_000)),
          );
          expect(taxed.taxCents ?? 0).toBe(own);
          expect(taxed.totalCents).toBe(bare.totalCents + own);
        },
      ),
    ));
});
