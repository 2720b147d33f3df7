import { adminSitePatchSchema } from '@portal/contract';
import { siteStream } from '@portal/domain';
import { balanceAfter, balanceOf, invoicesOfAccount, ledgerOf, revenueByPeriod } from '@portal/projections';
import { afterEach, describe, expect, it } from 'vitest';
import { runBilling } from '../src/modules/billing/run.ts';
import { setDemoStatus } from '../src/modules/companies/changeAccount.ts';
import { deleteSite } from '../src/modules/sites/changeSite.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import { ADMIN } from './support/testPortal.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function portalAt(start: string) {
  const test = await startBillingPortal(start);
  open.push(() => test.stop());
  return test;
}

/** A dealer of a live company: what was paid for real counts there alone (rule B24). */
async function liveDealer(test: BillingPortal): Promise<Dealer> {
  const dealer = await test.newDealer('ann');
  await setDemoStatus(test.portal.commands, dealer.accountId, false, test.command());
  return dealer;
}

const run = (test: BillingPortal, period: string) => runBilling(test.portal.billing, period, test.command());
const idOf = ({ accountId }: Dealer, period: string) => `${accountId}_${period}`;

/** November is paid by check, and the administrator credits part of it. Dollars. */
async function credited(test: BillingPortal, dealer: Dealer, amount: string): Promise<void> {
  const admin = await test.signedIn(ADMIN.username, ADMIN.password);
  const november = `/api/admin/invoices/${idOf(dealer, '2026-11')}`;
  const payment = { method: 'check', paid_on: '2026-11-01', reference: '1001' };
  expect((await admin.post(`${november}/record-payment`, payment)).status).toBe(200);
  expect((await admin.post(`${november}/credit`, { amount, reason: 'Agreed' })).status).toBe(200);
}

const replayOf = async (test: BillingPortal, dealer: Dealer, period: string, query = '') => {
  await test.portal.billing.upToDate(['logIndex']);
  const admin = await test.signedIn(ADMIN.username, ADMIN.password);
  return admin.get(`/api/admin/invoices/${idOf(dealer, period)}/replay${query}`);
};

describe('an existing invoice', { timeout: 60_000 }, () => {
  // Proves S6-run-18
  it('is paid by credit given after its issue, and stays as issued', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const ann = await liveDealer(test);
    await test.newSite(ann);
    test.setClock('2026-11-01T04:02:00.000Z');
    await run(test, '2026-11');
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    await credited(test, ann, '20.00');

    const admin = await test.signedIn(ADMIN.username, ADMIN.password);
    const again = await admin.post(`/api/admin/accounts/${ann.accountId}/issue-invoice`, {
      period: '2026-12',
    });

    expect(again).toMatchObject({ status: 200, json: { total_amount: 65 } });
    expect(await test.stored('InvoiceCreditApplied')).toEqual([]);
    expect(await test.invoiceOf(idOf(ann, '2026-12'))).toMatchObject({
      adjustments: [],
      creditMoves: [{ amountCents: 2_000 }],
    });
    expect((await replayOf(test, ann, '2026-12')).json.equal).toBe(true);
    test.setClock('2027-01-01T05:02:00.000Z');
    await run(test, '2027-01');
    expect((await test.issued('2027-01'))[0]).toMatchObject({ totalCents: 6_500, adjustments: [] });
  });
});

describe('an invoice settled by credit', { timeout: 60_000 }, () => {
  // Proves I8-credit-corrected
  it('is corrected by a credit: the next invoice takes it, replays are equal, and all sums are right', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const ann = await liveDealer(test);
    await test.newSite(ann);
    test.setClock('2026-11-01T04:02:00.000Z');
    await run(test, '2026-11');
    await credited(test, ann, '65.00');
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    expect((await test.issued('2026-12'))[0]).toMatchObject({ totalCents: 0 });

    const admin = await test.signedIn(ADMIN.username, ADMIN.password);
    const december = `/api/admin/invoices/${idOf(ann, '2026-12')}`;
    const answer = await admin.post(`${december}/credit`, { amount: '20.00', reason: 'Gate was shut' });
    expect([answer.status, answer.json]).toMatchObject([200, { status: 'paid', credited_amount: 20 }]);

    test.setClock('2027-01-01T05:02:00.000Z');
    await run(test, '2027-01');
    expect((await test.issued('2027-01'))[0]).toMatchObject({
      totalCents: 4_500,
      adjustments: [{ kind: 'credit', invoiceId: idOf(ann, '2026-12'), amountCents: -2_000 }],
    });
    for (const period of ['2026-11', '2026-12', '2027-01']) {
      expect([period, (await replayOf(test, ann, period)).json.equal]).toEqual([period, true]);
    }
    // a month on, the session is over
    const again = await test.signedIn(ADMIN.username, ADMIN.password);
    const evidence = await again.get(`/api/admin/invoices/${idOf(ann, '2027-01')}/evidence.json`);
    const proved = (evidence.json.events as { stream: string; type: string }[]).map(
      ({ stream, type }) => `${stream} ${type}`,
    );
    expect(proved).toContain(`invoice-${idOf(ann, '2026-12')} InvoiceCredited`);
    await test.portal.projections.caughtUp();
    const { pool } = test.portal.database;
    expect(await balanceOf(pool, ann.accountId, false)).toEqual({
      balance_cents: 4_500,
      pending_invoices: 1,
      credit_cents: 0,
      other_mode_cents: 0,
    });
    const ledger = ledgerOf(await invoicesOfAccount(pool, ann.accountId), {
      isDemo: false,
      timeZone: 'America/New_York',
    });
    expect(balanceAfter(ledger)).toBe(4_500);
    const revenue = (await revenueByPeriod(pool)).map((row) => [
      row.period,
      row.invoiced_cents,
      row.paid_cents,
      row.credit_used_cents,
      row.open_cents,
    ]);
    expect(revenue).toEqual([
      ['2026-11', 6_500, 6_500, 0, 0],
      ['2026-12', 6_500, 0, 6_500, 0],
      ['2027-01', 6_500, 0, 2_000, 4_500],
    ]);
  });
});

describe('the replay', { timeout: 60_000 }, () => {
  // Proves I7-replay-3
  it('prices less than the used credit, in a what-if and with a changed log', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const ann = await liveDealer(test);
    await test.newSite(ann, { site_name: 'Annex', number_of_readers: '2' });
    const gate = await test.newSite(ann, { site_name: 'Gate', number_of_readers: '1' });
    test.setClock('2026-11-01T04:02:00.000Z');
    await run(test, '2026-11');
    await editSite(test.portal.commands, gate, { number_of_readers: 8 }, test.command());
    await credited(test, ann, '19.00');
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    expect((await test.issued('2026-12'))[0]).toMatchObject({ totalCents: 6_500 - 1_900 });
    const replayed = await replayOf(test, ann, '2026-12');
    expect(replayed.json).toMatchObject({ equal: true });

    const added = replayed.json.lines[1].because[0];
    const whatIf = await replayOf(test, ann, '2026-12', `?without=${added}`);
    const used = [
      { name: 'Annex', amount_cents: 1_300 },
      { source: 'credit', amount_cents: -1_300 },
    ];
    expect([whatIf.status, whatIf.json]).toMatchObject([
      200,
      { hypothetical: true, replayed: { total_cents: 0, lines: used } },
    ]);

    const { pool } = test.portal.database;
    await pool.query('UPDATE log_index SET seq = seq + 1000000 WHERE stream = $1', [siteStream(gate)]);
    const changed = await replayOf(test, ann, '2026-12');
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { equal: false, hypothetical: false, replayed: { total_cents: 0, lines: used } },
    ]);
  });

  // Proves I7-replay-3
  it('calls no invoice different while the log index does not hold it yet', async () => {
    const test = await portalAt('2026-11-05T15:00:00.000Z');
    const ann = await liveDealer(test);
    await test.newSite(ann);
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    expect((await replayOf(test, ann, '2026-12')).json).toMatchObject({ equal: true });
    const { pool } = test.portal.database;
    await pool.query("DELETE FROM log_index WHERE type = 'InvoiceIssued'");
    const behind = await replayOf(test, ann, '2026-12');
    expect([behind.status, behind.json.message]).toEqual([
      503,
      'The service is busy at the moment. Please try again shortly.',
    ]);
  });

  // Proves I7-replay-3
  it('is equal for both companies of a moved site, before and after a reissue', async () => {
    const test = await portalAt('2026-11-05T15:00:00.000Z');
    const [ann, bob] = [await test.newDealer('ann'), await test.newDealer('bob')];
    const { commands } = test.portal;
    const move = async (site: string, to: Dealer) =>
      editSite(commands, site, adminSitePatchSchema.parse({ account_id: to.accountId }), test.command());
    await test.newSite(ann, { site_name: 'Gate' });
    const [early, late, gone] = [
      await test.newSite(ann, { site_name: 'Early' }),
      await test.newSite(ann, { site_name: 'Late' }),
      await test.newSite(ann, { site_name: 'Gone' }),
    ];
    await move(early, bob);
    await deleteSite(commands, gone, test.command());
    test.setClock('2026-12-01T05:01:00.000Z');
    await move(late, bob);
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    const linesOf = async (dealer: Dealer, id = idOf(dealer, '2026-12')) =>
      (await test.issued('2026-12')).find(({ invoiceId }) => invoiceId === id)?.lines.map(({ name }) => name);
    expect([await linesOf(ann), await linesOf(bob)]).toEqual([['Gate', 'Late'], ['Early']]);

    const admin = await test.signedIn(ADMIN.username, ADMIN.password);
    // the site was with ann at the cut-off, wherever it is now
    const reason = 'Agreed';
    const again = await admin.post(`/api/admin/invoices/${idOf(ann, '2026-12')}/reissue`, {
      corrections: [
        { kind: 'rate', site_id: late, rate: '5', reason },
        { kind: 'line', text: 'Goodwill', amount: '-1', reason },
      ],
    });
    expect([again.status, await linesOf(ann, again.json.id)]).toEqual([200, ['Gate', 'Late', 'Goodwill']]);
    for (const id of [idOf(ann, '2026-12'), idOf(bob, '2026-12'), again.json.id]) {
      const replayed = await admin.get(`/api/admin/invoices/${id}/replay`);
      expect([id, replayed.json.equal]).toEqual([id, true]);
    }
  });

  // Proves I7-replay-3
  it('leaves out what was recorded after the cut-off, even before the last event that counts', async () => {
    const test = await portalAt('2026-11-05T15:00:00.000Z');
    const ann = await liveDealer(test);
    await test.newSite(ann, { site_name: 'Harbor Gate' });
    // a portal whose clock is ahead
    test.setClock('2026-12-01T05:00:00.020Z');
    await test.newSite(ann, { site_name: 'Annex' });
    test.setClock('2026-12-01T04:59:59.990Z');
    await test.newSite(await test.newAccount());
    test.setClock('2026-12-01T05:02:00.000Z');
    await run(test, '2026-12');
    const invoice = (await test.issued('2026-12')).find(({ accountId }) => accountId === ann.accountId);
    expect(invoice?.lines).toMatchObject([{ name: 'Harbor Gate' }]);

    expect((await replayOf(test, ann, '2026-12')).json).toMatchObject({ equal: true });
  });
});
