import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountFacts, siteFacts } from '../../test/billingFixtures.ts';
import { ACCOUNT_OPENED as opened } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import { type AccountBillingFacts, evolveAccountBillingFacts } from '../billing/accountFacts.ts';
import { addPeriods, firstDayOf } from '../billing/periods.ts';
import { priceInvoice } from '../billing/priceInvoice.ts';
import { BusinessRefusal } from '../kernel/decider.ts';
import { accountDecider } from './account.ts';
import type { AccountEvent } from './events.ts';

const accountId = 'a1';
const ids = { accountId, chargeId: 'c1' };
const add = {
  type: 'AddOneOffCharge',
  chargeId: 'c1',
  text: ' Setup ',
  amountCents: 2_500,
  reason: ' By phone ',
  today: '2026-11-28',
} as const;
const added = (amountCents = 2_500, chargeId = 'c1', period = '2026-12'): AccountEvent => ({
  type: 'OneOffChargeAdded',
  data: { accountId, chargeId, text: 'Setup', amountCents, period, reason: 'By phone' },
});
const cancel = { type: 'CancelOneOffCharge', chargeId: 'c1', reason: 'Twice', today: '2026-11-30' } as const;
const canceled: AccountEvent = { type: 'OneOffChargeCanceled', data: { ...ids, reason: 'Twice' } };
const billed = (amountCents: number, invoiceId = 'a1_2026-12'): AccountEvent => ({
  type: 'OneOffChargeBilled',
  data: { ...ids, invoiceId, amountCents },
});
const deferred: AccountEvent = { type: 'OneOffChargeDeferred', data: { ...ids, period: '2027-01' } };
const settle = (amountCents: number | null, period = '2026-12') =>
  ({
    type: 'SettleOneOffCharge',
    chargeId: 'c1',
    period,
    billed: amountCents === null ? null : { invoiceId: 'a1_2026-12', amountCents },
    today: '2026-12-01',
  }) as const;
const account = (...history: AccountEvent[]) => given(accountDecider, opened, ...history);

// Proves B38-charge
describe('a one-off charge', () => {
  it('is for the next invoice, with text and reason, once', () => {
    account().when(add).thenEvents(added());
    account(added()).when(add).thenNothing();
    account()
      .when({ ...add, today: '2026-12-01' })
      .thenEvents(added(2_500, 'c1', '2027-01'));
    account()
      .when({ ...add, amountCents: -900 })
      .thenEvents(added(-900));
  });
  it('needs text, amount and reason', () => {
    account()
      .when({ ...add, text: ' ' })
      .thenRefused('unprocessable', 'Text is required', 'text');
    account()
      .when({ ...add, amountCents: 0 })
      .thenRefused('unprocessable', "The amount can't be $0.00", 'amount');
    account()
      .when({ ...add, reason: '' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
  });
  it('is one of at most 100 that wait', () => {
    const many = Array.from({ length: 100 }, (_, index) => added(100, `m${index}`));
    account(...many)
      .when(add)
      .thenRefused('conflict', 'A company has at most 100 charges that wait for an invoice.');
  });
  it('is canceled with a reason until its month begins', () => {
    account(added()).when(cancel).thenEvents(canceled);
    account(added(), canceled).when(cancel).thenNothing();
    account().when(cancel).thenRefused('not_found', 'Charge not found');
    account(added())
      .when({ ...cancel, reason: ' ' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    const text = "This charge is on an invoice, so it can't be canceled. Correct the invoice instead.";
    account(added())
      .when({ ...cancel, today: '2026-12-01' })
      .thenRefused('conflict', text);
    account(added(), billed(2_500)).when(cancel).thenRefused('conflict', text);
    account(added(), deferred)
      .when({ ...cancel, today: '2026-12-31' })
      .thenEvents(canceled);
  });
  it('is billed by the invoice of its month, or waits for the next one', () => {
    account(added()).when(settle(2_500)).thenEvents(billed(2_500));
    account(added(), billed(2_500)).when(settle(2_500)).thenNothing();
    account(added()).when(settle(null)).thenEvents(deferred);
    account(added(), deferred).when(settle(null)).thenNothing();
    account(added(), canceled).when(settle(null)).thenNothing();
    account(added(-2_500)).when(settle(-1_000)).thenEvents(billed(-1_000), deferred);
    account(added(-2_500)).when(settle(0)).thenEvents(deferred);
  });
});

const factsAfter = (events: readonly AccountEvent[]) =>
  [opened, ...events].reduce<AccountBillingFacts | null>(
    (facts, event, index) => evolveAccountBillingFacts(facts, event, `e${index}`),
    null,
  );

// Proves B38-charge
describe('pricing one-off charges', () => {
  const price = (
    period: string,
    charges: readonly (readonly [cents: number, period: string])[],
    readers = 4,
  ) =>
    priceInvoice({
      period,
      account: accountFacts({
        charges: charges.map(([amountCents, of], index) => ({
          chargeId: `c${index}`,
          text: `Line ${index}`,
          amountCents,
          period: of,
          because: `e${index}`,
        })),
      }),
      sites: [siteFacts('s1', { readers })],
    });
  it('adds those of the month as lines, each with its event', () => {
    expect(
      price('2026-12', [
        [2_500, '2026-12'],
        [100, '2027-01'],
        // not deferred yet
        [300, '2026-11'],
        [-600, '2026-12'],
      ]),
    ).toMatchObject({
      lines: [
        { siteId: 's1', amountCents: 2_600 },
        { siteId: null, name: 'Line 0', readers: 1, rateCents: 2_500, source: 'line', because: ['e0'] },
        { siteId: null, name: 'Line 3', amountCents: -600, because: ['e3'] },
      ],
      totalCents: 4_500,
    });
  });
  it('lowers the invoice to $0.00 at most, in the order of the credits', () => {
    expect(
      price('2026-12', [
        [-2_000, '2026-12'],
        [-900, '2026-12'],
        [-5, '2026-12'],
        [100, '2026-12'],
      ]),
    ).toMatchObject({
      lines: [{}, { amountCents: -2_000 }, { amountCents: -700 }, { amountCents: 100 }],
      totalCents: 0,
    });
  });
  it('issues no invoice for them alone', () => {
    const alone = { period: '2026-12', account: accountFacts({ charges: [] }), sites: [] };
    const charges = [{ chargeId: 'c', text: 'Line', amountCents: 5, period: '2026-12', because: 'e' }];
    const skipped = { outcome: 'skipped', reason: 'no_active_sites' };
    expect(priceInvoice({ ...alone, account: accountFacts({ charges }) })).toEqual(skipped);
  });
  it('folds added, canceled, billed and deferred ones', () => {
    expect(factsAfter([added()])?.charges).toEqual([
      { chargeId: 'c1', text: 'Setup', amountCents: 2_500, period: '2026-12', because: 'e1' },
    ]);
    expect(factsAfter([added(), canceled])?.charges).toEqual([]);
    expect(factsAfter([added(), billed(2_500)])?.charges).toEqual([]);
    expect(factsAfter([added(-2_500), billed(-1_000), deferred])?.charges).toMatchObject([
      { amountCents: -1_500, period: '2027-01', because: 'e1' },
    ]);
  });
});

const month = fc.record({
  charges: fc.array(fc.integer({ min: -4_000, max: 4_000 }), { maxLength: 3 }),
  cancels: fc.boolean(),
  readers: fc.integer({ min: 0, max: 6 }),
  active: fc.boolean(),
  invoiced: fc.boolean(),
});

// Proves B38-charge
it('are on invoices exactly once, in whole or in parts, in any history', () => {
  fc.assert(
    fc.property(fc.array(month, { minLength: 1, maxLength: 8 }), (months) => {
      const events: AccountEvent[] = [];
      let state = accountDecider.evolve(accountDecider.initialState, opened);
      const give = (command: Parameters<typeof accountDecider.decide>[0]) => {
        try {
          for (const event of accountDecider.decide(command, state)) {
            state = accountDecider.evolve(state, event);
            events.push(event);
          }
        } catch (error) {
          if (!(error instanceof BusinessRefusal)) throw error;
        }
      };
      let [asked, onInvoices] = [0, 0];
      months.forEach(({ charges, cancels, readers, active }, index) => {
        const period = addPeriods('2026-12', index);
        const before = `${addPeriods(period, -1)}-15`;
        charges.forEach((amountCents, nth) => {
          const chargeId = `c${index}.${nth}`;
          give({ ...add, chargeId, amountCents, today: before });
          if (cancels && nth === 0) give({ ...cancel, chargeId, today: before });
          else asked += amountCents;
        });
        const facts = factsAfter(events);
        const status = active ? 'active' : 'inactive';
        const sites = [siteFacts('s1', { readers, status })];
        const priced = priceInvoice({ period, account: facts, sites });
        if (priced.outcome === 'priced') expect(priced.totalCents).toBeGreaterThanOrEqual(0);
        for (const charge of facts?.charges ?? []) {
          if (charge.period !== period) continue;
          const lines = priced.outcome === 'priced' ? priced.lines : [];
          const amountCents = lines
            .filter(({ because }) => because.includes(charge.because))
            .reduce((sum, line) => sum + line.amountCents, 0);
          onInvoices += amountCents;
          const invoice = priced.outcome === 'priced' ? { invoiceId: `a1_${period}`, amountCents } : null;
          const settled = { chargeId: charge.chargeId, period, billed: invoice, today: firstDayOf(period) };
          give({ type: 'SettleOneOffCharge', ...settled });
        }
      });
      const left = (factsAfter(events)?.charges ?? []).reduce((sum, charge) => sum + charge.amountCents, 0);
      expect(onInvoices + left).toBe(asked);
      const waiting = state.status === 'none' ? [] : state.charges.filter((one) => one.status === 'waiting');
      expect(waiting.reduce((sum, charge) => sum + charge.leftCents, 0)).toBe(left);
    }),
    { numRuns: 1_000 },
  );
});
