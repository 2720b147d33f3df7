import { type Invoice, type InvoiceDifferences, type OwnReplay, paths } from '@portal/contract';
import { centsFromDollars } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN, siteOrder } from './support/testPortal.ts';

let test: BillingPortal;
let admin: HttpClient;
let dealer: HttpClient;
let rival: HttpClient;
let ann: Dealer;
let bob: Dealer;

/** Sessions end with the months that the tests let pass. */
async function at(instant: string): Promise<void> {
  test.setClock(instant);
  admin = await test.signedIn(ADMIN.username, ADMIN.password);
  [dealer, rival] = [await test.signedIn('ann'), await test.signedIn('bob')];
}

async function ok(answer: Promise<{ status: number; json: { id: string } }>) {
  const { status, json } = await answer;
  expect([status, status < 300 ? null : json]).toEqual([status, null]);
  return json;
}
const order = async (who: HttpClient, site_name: string, readers: number) => {
  const { id } = await ok(
    who.post('/api/sites', siteOrder({ site_name, number_of_readers: String(readers) })),
  );
  await ok(admin.patch(`/api/admin/sites/${id}`, { status: 'active' }));
  return id;
};
const change = (id: string, body: object) => ok(admin.patch(`/api/admin/sites/${id}`, body));
const bill = (period: string) => ok(admin.post('/api/admin/run-billing', { period }));
const invoice = (period: string, { accountId } = ann) => `${accountId}_${period}`;

/** The differences, which add up to the change from the invoice before. */
async function differences(path: string, who = dealer): Promise<InvoiceDifferences> {
  const { status, json } = await who.get(path);
  expect(status).toBe(200);
  const { differences: all, difference, total, before } = json as InvoiceDifferences;
  const cents = all.reduce((sum, { amount }) => sum + centsFromDollars(amount), 0);
  expect(cents).toBe(centsFromDollars(difference));
  expect(cents).toBe(centsFromDollars(total) - centsFromDollars(before?.total ?? 0));
  return json;
}
const ofInvoice = (period: string, who = dealer) =>
  differences(paths.invoiceDifferences(invoice(period)), who);
const told = ({ differences: all }: InvoiceDifferences) =>
  all.map(({ text, amount, causes }) => [
    text,
    amount,
    ...causes.map(({ text, on, by }) => `${text}, ${on}, ${by}`),
  ]);

const sites = { gate: '', mill: '', pier: '', yard: '' };

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
  [ann, bob] = [await test.newDealer('ann'), await test.newDealer('bob')];
  await at('2026-10-06T15:00:00.000Z');
  sites.gate = await order(dealer, 'Gate', 12);
  sites.mill = await order(dealer, 'Mill', 4);
  sites.pier = await order(dealer, 'Pier', 3);
  sites.yard = await order(rival, 'Yard', 8);
  await order(rival, 'Depot', 1);
  await at('2026-11-02T15:00:00.000Z');
  await bill('2026-11');
}, 60_000);
afterAll(() => test.stop());

/** Steps of one story, in their order. */
describe('why an invoice differs from the one before', { timeout: 60_000 }, () => {
  // Proves S6-why-1
  it('lists the sites of the first invoice, the largest first', async () => {
    const first = await ofInvoice('2026-11');
    expect(first).toMatchObject({ before: null, total: 123.5, difference: 123.5, period: '2026-11' });
    const approved = 'Site approved, 2026-10-06, An administrator';
    expect(told(first)).toEqual([
      [
        'Gate is now billed: 12 readers at $6.50',
        78,
        'Site ordered with 12 readers, 2026-10-06, You',
        approved,
      ],
      [
        'Mill is now billed: 4 readers at $6.50',
        26,
        'Site ordered with 4 readers, 2026-10-06, You',
        approved,
      ],
      [
        'Pier is now billed: 3 readers at $6.50',
        19.5,
        'Site ordered with 3 readers, 2026-10-06, You',
        approved,
      ],
    ]);
  });

  // Proves S6-why-1
  it('names what changed at the sites, with the day and who did it', async () => {
    await change(sites.gate, { number_of_readers: '14' });
    await at('2026-11-10T15:00:00.000Z');
    await ok(dealer.post(paths.readerChange(sites.gate), { number_of_readers: '15' }));
    await change(sites.gate, { number_of_readers: '16', reason: 'Asked for by phone' });
    await change(sites.mill, { custom_reader_rate: '5.00' });
    await ok(dealer.patch(`/api/sites/${sites.pier}`, { status: 'inactive' }));
    await change(sites.yard, { number_of_readers: '9' });
    await at('2026-11-20T15:00:00.000Z');
    await change(sites.yard, { account_id: ann.accountId });
    await at('2026-12-02T15:00:00.000Z');
    await bill('2026-12');

    const changed = await ofInvoice('2026-12');
    expect(changed).toMatchObject({
      before: { id: invoice('2026-11'), period: '2026-11', total: 123.5 },
      total: 182.5,
      difference: 59,
    });
    expect(told(changed)).toEqual([
      [
        'Yard is now billed: 9 readers at $6.50',
        58.5,
        'Site assigned to this company, 2026-11-20, An administrator',
      ],
      [
        'Gate: 12 → 16 readers',
        26,
        'Readers changed from 12 to 14, 2026-11-02, An administrator',
        'Asked for 15 readers, 2026-11-10, You',
        'Readers changed from 14 to 16, 2026-11-10, An administrator',
      ],
      ['Pier is no longer billed: 3 readers at $6.50', -19.5, 'Site deactivated, 2026-11-10, You'],
      [
        'Mill: $6.50 → $5.00 per reader (its own rate)',
        -6,
        'Custom reader rate set to $5.00, 2026-11-10, An administrator',
      ],
    ]);
    const asAdmin = await ofInvoice('2026-12', admin);
    expect(asAdmin.differences[1]?.causes[2]).toMatchObject({
      by: 'Administrator',
      reason: 'Asked for by phone',
    });
    expect(JSON.stringify(changed)).not.toContain('phone');
    // the company that the site left
    const left = await differences(paths.invoiceDifferences(invoice('2026-12', bob)), rival);
    expect(told(left)).toEqual([
      [
        'Yard is no longer billed: 8 readers at $6.50',
        -52,
        'Site assigned to another company, 2026-11-20, An administrator',
      ],
    ]);
  });

  // Proves S6-why-1, S6-why-2
  it('names a rate of the company once for all sites, and the end of a promotion as a rule', async () => {
    await ok(
      admin.patch(`/api/admin/accounts/${ann.accountId}/promotional-pricing`, {
        promotional_reader_rate: '4.00',
        promotional_months: '1',
        promotional_pricing_active: true,
      }),
    );
    await at('2027-01-02T15:00:00.000Z');
    await bill('2027-01');
    const promotion = 'Promotional rate of $4.00 for 1 month, 2026-12-02, An administrator';
    expect(told(await ofInvoice('2027-01'))).toEqual([
      ['$6.50 → $4.00 per reader at 2 sites with 25 readers', -62.5, promotion],
    ]);
    const rate = { rate: '7.00', effective_from: '2027-02-01' };
    await ok(admin.patch(`/api/admin/users/${ann.userId}/reader-rate`, rate));
    const increase = [
      '$4.00 → $7.00 per reader at 2 sites with 25 readers',
      75,
      'Promotional rate ended on Jan 2, 2027, 2027-01-02, Billing rule',
      promotion,
      'Default reader rate changed from $6.50 to $7.00 from Feb 1, 2027, 2027-01-02, An administrator',
    ];
    const estimate = await differences(`${paths.billingSummary}/differences`);
    expect(estimate).toMatchObject({
      period: '2027-02',
      total: 195,
      before: { period: '2027-01', total: 120 },
    });
    expect(told(estimate)).toEqual([increase]);
    await at('2027-02-02T15:00:00.000Z');
    await bill('2027-02');
    expect(told(await ofInvoice('2027-02'))).toEqual([increase]);
  });

  // Proves S6-why-1
  it('names credits, corrections and added lines, and compares with the invoice that counts', async () => {
    // all are paid, so that the credit is left for the next one
    const { json: all } = await dealer.get(paths.invoices);
    for (const { id, open_amount: amount } of all.filter(({ status }: Invoice) => status === 'pending')) {
      const paid = { amount: String(amount), method: 'check', paid_on: '2027-02-02', reference: id };
      await ok(admin.post(`/api/admin/invoices/${id}/record-payment`, paid));
    }
    await ok(
      admin.post(`/api/admin/invoices/${invoice('2027-02')}/credit`, { amount: '13', reason: 'Goodwill' }),
    );
    await ok(admin.delete(`/api/admin/sites/${sites.mill}`, { reason: 'Torn down' }));
    await at('2027-03-02T15:00:00.000Z');
    await bill('2027-03');
    const deleted = [
      'Mill is no longer billed: 4 readers at $5.00',
      -20,
      'Site deleted, 2027-02-02, An administrator',
    ];
    const { json } = await dealer.get(paths.invoice(invoice('2027-02')));
    const credited = '$13.00 credited: account credit, 2027-02-02, An administrator';
    const credit = [`Credit of ${json.invoice_number}`, -13, credited];
    expect(told(await ofInvoice('2027-03'))).toEqual([deleted, credit]);

    const corrections = [
      { kind: 'readers', site_id: sites.gate, readers: '10', reason: 'Six never built in' },
      { kind: 'line', text: 'Setup', amount: '50', reason: 'Agreed in May' },
    ];
    await ok(admin.post(`/api/admin/invoices/${invoice('2027-03')}/reissue`, { corrections }));
    const reissued = await ofInvoice('2027-03_r2');
    expect(reissued).toMatchObject({ total: 170, difference: -25, before: { period: '2027-02' } });
    const corrected =
      'Gate: Readers corrected from 16 to 10. Six never built in, 2027-03-02, An administrator';
    const setup = 'Setup: Line of $50.00 added. Agreed in May, 2027-03-02, An administrator';
    expect(told(reissued)).toEqual([
      ['Setup', 50, setup],
      ['Gate: 16 → 10 readers', -42, corrected],
      deleted,
      credit,
    ]);
    // the canceled one keeps its own comparison
    expect(told(await ofInvoice('2027-03'))).toEqual([deleted, credit]);

    await at('2027-04-02T15:00:00.000Z');
    await bill('2027-04');
    const after = await ofInvoice('2027-04');
    expect(after).toMatchObject({ total: 175, before: { id: invoice('2027-03_r2'), total: 170 } });
    expect(told(after)).toEqual([
      ['Setup does not apply again', -50, setup],
      ['Gate: 10 → 16 readers', 42, corrected],
      [`${credit[0]} does not apply again`, 13, credited],
    ]);
  });

  // Proves S6-why-1
  it('passes over months without an invoice, and names a colleague', async () => {
    const colleague = { username: 'cleo', password: 'secret-12', name: 'Cleo Park', company: 'Doe Security' };
    await ok(
      admin.post('/api/admin/users', { ...colleague, email: 'cleo@example.com', account_id: ann.accountId }),
    );
    const cleo = await test.signedIn('cleo', 'secret-12');
    for (const id of [sites.gate, sites.yard])
      await ok(cleo.patch(`/api/sites/${id}`, { status: 'inactive' }));
    expect(told(await differences(`${paths.billingSummary}/differences`))).toEqual([
      ['Gate is no longer billed: 16 readers at $7.00', -112, 'Site deactivated, 2027-04-02, Cleo Park'],
      ['Yard is no longer billed: 9 readers at $7.00', -63, 'Site deactivated, 2027-04-02, Cleo Park'],
    ]);
    await at('2027-05-02T15:00:00.000Z');
    await bill('2027-05');
    await ok(dealer.patch(`/api/sites/${sites.gate}`, { status: 'active' }));
    // what another company did is not told
    await change(sites.gate, { account_id: bob.accountId });
    await change(sites.gate, { number_of_readers: '20' });
    await change(sites.gate, { account_id: ann.accountId, confirm_short_notice: true, reason: 'Sold back' });
    await at('2027-06-02T15:00:00.000Z');
    await bill('2027-06');
    const june = await ofInvoice('2027-06');
    expect(june.before).toMatchObject({ period: '2027-04' });
    expect(told(june)).toEqual([
      ['Yard is no longer billed: 9 readers at $7.00', -63, 'Site deactivated, 2027-04-02, Cleo Park'],
      ['Gate: 16 → 20 readers', 28, 'Site assigned to this company, 2027-05-02, An administrator'],
    ]);
    const asAdmin = await ofInvoice('2027-06', admin);
    expect(told(asAdmin)[1]?.[2]).toBe('Readers changed from 16 to 20, 2027-05-02, Administrator');
  });

  // Proves S6-why-1
  it('adds up the smallest of very many differences', async () => {
    const carl = await test.newAccount('Carl Locks');
    await test.newSites(carl, 102);
    await at('2027-07-02T15:00:00.000Z');
    await bill('2027-07');
    const first = await differences(paths.invoiceDifferences(invoice('2027-07', carl)), admin);
    expect(first).toMatchObject({ before: null, difference: 6_630 });
    expect(first.differences).toHaveLength(101);
    expect(first.differences.at(-1)).toEqual({ text: '2 more differences', amount: 130, causes: [] });
  });
});

describe('the replay of the own invoice', { timeout: 60_000 }, () => {
  // Proves I7-replay-4
  it('is verified, with the reasons of each line, without what another company did', async () => {
    const { status, json } = await dealer.get(paths.invoiceReplay(invoice('2026-12')));
    expect([status, json]).toMatchObject([200, { issued: 182.5, replayed: 182.5, equal: true, more: 0 }]);
    const { lines } = json as OwnReplay;
    expect(lines.map(({ name, why }) => [name, ...why])).toEqual([
      [
        'Gate',
        'Ordered with 12 readers since Oct 6, 2026',
        'Approved and active since Oct 6, 2026',
        '16 readers since Nov 10, 2026',
        'Default rate $6.50 since Oct 5, 2026',
      ],
      [
        'Mill',
        'Ordered with 4 readers since Oct 6, 2026',
        'Approved and active since Oct 6, 2026',
        'Custom rate $5.00 since Nov 10, 2026',
      ],
      ['Yard', 'Assigned to this company since Nov 20, 2026', 'Default rate $6.50 since Oct 5, 2026'],
    ]);
    expect(lines[1]).toMatchObject({ readers: 4, rate: 5, amount: 20 });
  });

  // Proves I7-replay-4
  it('answers other companies 404, like the differences', async () => {
    for (const path of [paths.invoiceReplay, paths.invoiceDifferences]) {
      expect((await rival.get(path(invoice('2026-12')))).status).toBe(404);
      expect((await dealer.get(path('nobody_2026-12'))).status).toBe(404);
    }
  });
});
