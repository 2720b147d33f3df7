import { afterEach, describe, expect, it } from 'vitest';
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

/** Signed in anew, since the clock moves further than a session lasts. */
const administrator = (test: BillingPortal) => test.signedIn(ADMIN.username, ADMIN.password);
const pathOf = ({ accountId }: Dealer, rest = 'charges') => `/api/admin/accounts/${accountId}/${rest}`;
async function add(test: BillingPortal, dealer: Dealer, text: string, amount: string) {
  const admin = await administrator(test);
  return admin.post(pathOf(dealer), { text, amount, reason: 'By phone' });
}
const chargesOf = async (test: BillingPortal, dealer: Dealer) =>
  (await (await administrator(test)).get(pathOf(dealer))).json;
/** Runs the jobs, the billing run among them, twice: the charges follow the invoices. */
async function tick(test: BillingPortal) {
  for (const _turn of [1, 2]) {
    await test.portal.tick();
    await test.portal.projections.caughtUp();
  }
}

// Proves B38-charge
describe('one-off charges', { timeout: 60_000 }, () => {
  it('are in estimate, preview and the next invoice, which replays and says why', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const ann = await test.newDealer('ann');
    await test.newSite(ann);
    test.setClock('2026-11-01T04:02:00.000Z');
    await tick(test);
    test.setClock('2026-11-20T15:00:00.000Z');
    const answer = await add(test, ann, 'Setup of a panel', '25.00');
    expect([answer.status, answer.json]).toMatchObject([
      200,
      [
        {
          text: 'Setup of a panel',
          amount: 25,
          left: 25,
          invoice_date: '2026-12-01',
          status: 'waiting',
          can_cancel: true,
          lacks_site: false,
        },
      ],
    ]);
    await add(test, ann, 'Goodwill', '-10.00');
    const client = await test.signedIn('ann');
    const summary = (await client.get('/api/billing-summary')).json;
    expect(summary).toMatchObject({
      estimated_monthly_charge: 80,
      active_charges: 65,
      one_off: [
        { text: 'Setup of a panel', amount: 25 },
        { text: 'Goodwill', amount: -10 },
      ],
    });
    const admin = await administrator(test);
    const { accounts } = (await admin.get('/api/admin/billing-preview?period=2026-12')).json;
    expect(accounts[0]).toMatchObject({ total: 80, lines: [{}, { amount: 25, source: 'line' }, {}] });

    test.setClock('2026-12-01T05:02:00.000Z');
    await tick(test);
    const invoiceId = `${ann.accountId}_2026-12`;
    expect((await test.issued('2026-12'))[0]).toMatchObject({
      totalCents: 8_000,
      lines: [
        {},
        { siteId: null, name: 'Setup of a panel', amountCents: 2_500, source: 'line' },
        { name: 'Goodwill', amountCents: -1_000 },
      ],
    });
    expect((await test.replay(invoiceId)).equal).toBe(true);
    expect(await chargesOf(test, ann)).toMatchObject([
      { text: 'Goodwill', status: 'billed', left: 0, can_cancel: false, invoice_ids: [invoiceId] },
      { text: 'Setup of a panel', status: 'billed', invoice_ids: [invoiceId] },
    ]);
    const again = await administrator(test);
    const why = (await again.get(`/api/invoices/${invoiceId}/differences`)).json;
    expect(why.differences[0]).toMatchObject({
      text: 'Setup of a panel',
      amount: 25,
      causes: [{ text: 'Setup of a panel: $25.00 added to the invoice of Dec 1, 2026', reason: 'By phone' }],
    });
    // once
    test.setClock('2027-01-01T05:02:00.000Z');
    await tick(test);
    expect((await test.issued('2027-01'))[0]).toMatchObject({ totalCents: 6_500 });
  });

  it('of a company without an active site wait for the next invoice; a credit waits with its rest', async () => {
    const test = await portalAt('2026-10-05T15:00:00.000Z');
    const [ann, bob] = [await test.newDealer('ann'), await test.newDealer('bob')];
    await test.newSite(ann, { number_of_readers: '2' });
    await add(test, ann, 'Goodwill', '-20.00');
    expect((await add(test, bob, 'Setup', '25.00')).json).toMatchObject([
      { status: 'waiting', lacks_site: true, invoice_date: '2026-11-01' },
    ]);
    test.setClock('2026-11-01T04:02:00.000Z');
    await tick(test);
    expect((await test.issued('2026-11')).map(({ totalCents }) => totalCents)).toEqual([0]);
    expect(await chargesOf(test, ann)).toMatchObject([
      { status: 'waiting', amount: -20, left: -7, invoice_date: '2026-12-01' },
    ]);
    expect(await chargesOf(test, bob)).toMatchObject([{ status: 'waiting', invoice_date: '2026-12-01' }]);
    await test.newSite(bob, { number_of_readers: '1' });
    test.setClock('2026-12-01T05:02:00.000Z');
    await tick(test);
    const totals = new Map((await test.issued('2026-12')).map((one) => [one.accountId, one.totalCents]));
    expect([totals.get(ann.accountId), totals.get(bob.accountId)]).toEqual([600, 3_150]);
    for (const { accountId } of [ann, bob])
      expect((await test.replay(`${accountId}_2026-12`)).equal).toBe(true);
    expect([...(await chargesOf(test, ann)), ...(await chargesOf(test, bob))]).toMatchObject([
      { status: 'billed', left: 0, invoice_ids: [`${ann.accountId}_2026-11`, `${ann.accountId}_2026-12`] },
      { status: 'billed' },
    ]);
  });

  it('are canceled until their month begins, and stay on a corrected invoice', async () => {
    const test = await portalAt('2026-11-05T15:00:00.000Z');
    const ann = await test.newDealer('ann');
    await test.newSite(ann);
    const [first] = (await add(test, ann, 'Setup', '25.00')).json;
    const cancel = async (id: string) => {
      const admin = await administrator(test);
      return admin.post(pathOf(ann, 'cancel-charge'), { charge_id: id, reason: 'Entered twice' });
    };
    expect((await cancel(first.id)).json).toMatchObject([{ status: 'canceled', can_cancel: false }]);
    const [second] = (await add(test, ann, 'Travel', '40.00')).json;
    test.setClock('2026-12-01T05:02:00.000Z');
    expect((await cancel(second.id)).status).toBe(409);
    await tick(test);
    expect((await test.issued('2026-12'))[0]).toMatchObject({ totalCents: 10_500 });
    const admin = await administrator(test);
    const corrections = [{ kind: 'line', text: 'Agreed', amount: '-5.00', reason: 'Late' }];
    const reissued = await admin.post(`/api/admin/invoices/${ann.accountId}_2026-12/reissue`, {
      corrections,
    });
    expect([reissued.status, reissued.json.total_amount]).toEqual([200, 100]);
    expect((await test.replay(`${ann.accountId}_2026-12_r2`)).equal).toBe(true);
  });
});
