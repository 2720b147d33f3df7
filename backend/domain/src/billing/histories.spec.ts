import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyHistory, type History, SITES } from '../../test/histories.ts';
import { straightLine } from '../../test/straightLine.ts';
import { type AccountBillingFacts, evolveAccountBillingFacts } from './accountFacts.ts';
import { addPeriods, cutOffOf } from './periods.ts';
import { type PricedInvoice, priceInvoice, type SkippedInvoice } from './priceInvoice.ts';
import { evolveSiteBillingFacts, type SiteBillingFacts } from './siteFacts.ts';

const PERIODS = Array.from({ length: 9 }, (_, index) => addPeriods('2027-11', index));

/** The invoice as the portal makes it: fold each stream up to the cut-off, then price. */
function invoiceOf(history: History, accountId: string, period: string): PricedInvoice | SkippedInvoice {
  const cut = cutOffOf(period, history.zone);
  const account = history.accounts
    .filter(({ stream, at }) => stream === accountId && at < cut)
    .reduce<AccountBillingFacts | null>(
      (facts, { event, id }) => evolveAccountBillingFacts(facts, event, id),
      null,
    );
  const sites = SITES.flatMap((siteId) => {
    const site = history.sites
      .filter(({ stream, at }) => stream === siteId && at < cut)
      .reduce<SiteBillingFacts | null>(
        (facts, { event, id }) => evolveSiteBillingFacts(facts, event, id),
        null,
      );
    return site?.accountId === accountId ? [site] : [];
  });
  return priceInvoice({ period, account, sites });
}

const everyInvoice = (history: History) =>
  ACCOUNTS.flatMap((accountId) =>
    PERIODS.map((period) => ({ accountId, period, invoice: invoiceOf(history, accountId, period) })),
  );

it('bills any history like an independent calculation, to the cent', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyHistory, (history) => {
      for (const { accountId, period, invoice } of everyInvoice(history)) {
        const expected = straightLine(history, accountId, period);
        if (invoice.outcome === 'skipped') {
          seen.add(invoice.reason);
          expect(expected, `${accountId} ${period}`).toBeNull();
          continue;
        }
        const found = invoice.lines.map(({ siteId, readers, rateCents, amountCents, source }) => {
          seen.add(source);
          return { siteId, readers, rate: BigInt(rateCents), amount: BigInt(amountCents), source };
        });
        found.sort((a, b) => (String(a.siteId) < String(b.siteId) ? -1 : 1));
        expect({ lines: found, total: BigInt(invoice.totalCents) }, `${accountId} ${period}`).toEqual(
          expected,
        );
      }
    }),
    { numRuns: 250 },
  );
  // else the histories would have proved nothing
  expect([...seen].sort()).toEqual([
    'account',
    'custom',
    'no_active_sites',
    'not_open',
    'promotional',
    'system',
  ]);
});

it('adds up in whole cents and names only events of its history', () =>
  fc.assert(
    fc.property(anyHistory, (history) => {
      const recorded = new Map(
        [...history.accounts, ...history.sites].map(({ id, ...entry }) => [id, entry]),
      );
      for (const { accountId, period, invoice } of everyInvoice(history)) {
        if (invoice.outcome === 'skipped') continue;
        const cut = cutOffOf(period, history.zone);
        let sum = 0;
        for (const { siteId, readers, rateCents, amountCents, because } of invoice.lines) {
          expect(amountCents).toBe(readers * rateCents);
          expect(Number.isSafeInteger(amountCents)).toBe(true);
          sum += amountCents;
          expect(new Set(because).size).toBe(because.length);
          for (const id of because) {
            const event = recorded.get(id);
            expect([siteId, accountId]).toContain(event?.stream);
            expect(event && event.at < cut).toBe(true);
          }
        }
        expect(invoice.totalCents).toBe(sum);
        expect(invoice.accountId).toBe(accountId);
      }
    }),
    { numRuns: 100 },
  ));
