import { createHash } from 'node:crypto';
import { addPeriods, type Period } from '@portal/domain';
import { replayInvoice } from '@portal/server/modules/audit/replayInvoice.ts';
import { periodsToBill } from '@portal/server/modules/billing/run.ts';
import { straightLineInvoices } from '@portal/server/test/support/straightLineInvoices.ts';
import { startTestPortal, type TestPortal } from '@portal/server/test/support/testPortal.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoClock } from '../src/clock.ts';
import { fillPortal } from '../src/fill.ts';
import { planDemo } from '../src/plan.ts';
import type { Action } from '../src/step.ts';

const ZONE = 'America/New_York';
const UNTIL = new Date('2026-11-20T18:00:00.000Z');
const DAY_MS = 86_400_000;

/** Left out: here all months are billed at once, which a closed month would not allow. */
const BILLING: ReadonlySet<Action['type']> = new Set([
  ...([
    'runBilling',
    'closeMonth',
    'importBankFile',
    'chargeBack',
    'reversePayment',
    'payOutCredit',
  ] as const),
  ...(['payInvoice', 'payInvoiceByCard', 'payThreeInvoices'] as const),
  ...(['reissueInvoice', 'creditInvoice', 'writeOffInvoice'] as const),
]);

let test: TestPortal;

/** More than a year of the demo's history without billing. */
beforeAll(async () => {
  const plan = planDemo({ seed: 7, dealers: 25, sites: 200, days: 430, until: UNTIL });
  const steps = plan.filter(({ action }) => !BILLING.has(action.type));
  const clock = demoClock(new Date((steps[0]?.at ?? UNTIL).getTime() - DAY_MS));
  test = await startTestPortal(
    { now: clock.now },
    { environment: { PORTAL_ROLES: 'api,projections', BILLING_TZ: ZONE } },
  );
  await fillPortal({ portal: test.portal, clock, seed: 7, steps, password: 'demo-secret-1' });
  clock.moveTo(UNTIL);
}, 180_000);
afterAll(() => test?.stop());

interface Issued {
  readonly invoiceId: string;
  readonly accountId: string;
  readonly period: Period;
  readonly totalCents: number;
  readonly adjustments: readonly unknown[];
  readonly lines: readonly {
    siteId: string;
    readers: number;
    rateCents: number;
    amountCents: number;
    source: string;
  }[];
}

async function issued(): Promise<readonly Issued[]> {
  const { rows } = await test.portal.database.pool.query<{ data: string }>(
    "SELECT data FROM es.events WHERE type = 'InvoiceIssued' ORDER BY position",
  );
  return rows.map(({ data }) => JSON.parse(data));
}

describe("a year of the demo portfolio's invoices", () => {
  // Proves S6-run-14
  it('equals, to the cent, the results of an independent calculation', async () => {
    await test.portal.tick();

    const periods = await periodsToBill(test.portal.billing);
    expect(periods.length).toBeGreaterThanOrEqual(12);
    expect(periods.at(-1)).toBe('2026-11');
    expect(addPeriods(periods[0] ?? '', periods.length - 1)).toBe('2026-11');
    const invoices = await issued();
    const expected = await straightLineInvoices(test.portal.database.pool, ZONE);
    const sources = new Set<string>();
    for (const period of periods) {
      const wanted = [...expected(period)].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
      const found = invoices
        .filter((invoice) => invoice.period === period)
        .sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
      expect(found.map(({ accountId, totalCents }) => [accountId, BigInt(totalCents)])).toEqual(
        wanted.map(({ accountId, total }) => [accountId, total]),
      );
      for (const [index, { lines, adjustments, totalCents }] of found.entries()) {
        expect(adjustments).toEqual([]);
        expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalCents);
        const byId = (a: { siteId: string }, b: { siteId: string }) => (a.siteId < b.siteId ? -1 : 1);
        expect(
          [...lines]
            .sort(byId)
            .map(({ siteId, readers, rateCents: rate, source }) => ({ siteId, readers, rate, source })),
        ).toEqual([...(wanted[index]?.lines ?? [])].sort(byId));
        for (const { source } of lines) sources.add(source);
      }
    }
    expect(invoices).toHaveLength(periods.reduce((sum, period) => sum + expected(period).length, 0));
    expect(invoices.length).toBeGreaterThan(150);
    // all kinds of rates occur
    expect([...sources].sort()).toEqual(['account', 'custom', 'promotional']);
  }, 180_000);

  // Proves S6-run-14
  it('equals its replay from the log', async () => {
    const { portal } = test;
    const ports = {
      db: portal.database.pool,
      timeZone: ZONE,
      today: () => '2026-11-20',
      readStream: portal.commands.readStream,
      readStreams: portal.billing.readStreams,
    };
    const invoices = await issued();
    // the same sixth in each run
    const some = invoices.filter(
      ({ invoiceId }) => (createHash('sha256').update(invoiceId).digest()[0] ?? 0) % 6 === 0,
    );
    expect(some.length).toBeGreaterThan(15);
    for (const { invoiceId } of some) {
      const replay = await replayInvoice(ports, invoiceId);
      expect([invoiceId, replay.equal]).toEqual([invoiceId, true]);
    }
  }, 120_000);
});
