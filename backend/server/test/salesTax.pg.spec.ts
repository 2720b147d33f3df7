import { type CreditNote, paths } from '@portal/contract';
import {
  type AccountCommand,
  accountDecider,
  accountStream,
  type SetTaxRate,
  TAX_STREAM,
  taxDecider,
} from '@portal/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { startPayingElsewhere } from './payments/support.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfText } from './support/pdfText.ts';
import { ADMIN, siteOrder } from './support/testPortal.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function portalAt(start: string) {
  const test = await startBillingPortal(start);
  open.push(() => test.stop());
  return test;
}

const administrator = (test: BillingPortal) => test.signedIn(ADMIN.username, ADMIN.password);
async function setRate(test: BillingPortal, rate: number, from: string, today: string, state = 'TX') {
  const command: SetTaxRate = { type: 'SetTaxRate', state, rate, from, today, reason: 'As the state says' };
  const on = { stream: TAX_STREAM, decider: taxDecider, accounts: [] };
  await test.portal.commands.execute({ ...on, command, context: test.command() });
}
async function change(
  { portal, command: context }: BillingPortal,
  { accountId }: Dealer,
  command: AccountCommand,
) {
  const on = { stream: accountStream(accountId), decider: accountDecider, accounts: [accountId] };
  await portal.commands.execute({ ...on, command, context: context() });
}
/** Runs the jobs, the billing run among them, and the processes. */
async function tick(test: BillingPortal) {
  for (const _turn of [1, 2]) {
    await test.portal.tick();
    await test.portal.projections.caughtUp();
  }
}
const IN_TEXAS = { site_state: 'TX', site_address: '1 Main St', site_city: 'Austin', site_zip: '73301' };
const IN_OHIO = { site_state: 'OH', site_address: '2 Main St', site_city: 'Dayton', site_zip: '45377' };
const invoiceIdOf = ({ accountId }: Dealer, period: string) => `${accountId}_${period}`;

/** Two sites in Texas of one reader each and one in Ohio, billed at 8.25% in Texas on Dec 1, 2026. */
async function taxedPortal() {
  const test = await portalAt('2026-10-05T15:00:00.000Z');
  const ann = await test.newDealer('ann');
  const site = await test.newSite(ann, { ...IN_TEXAS, site_name: 'Alamo', number_of_readers: '1' });
  await test.newSite(ann, { ...IN_TEXAS, site_name: 'Bexar', number_of_readers: '1' });
  await test.newSite(ann, { ...IN_OHIO, site_name: 'Canal' });
  test.setClock('2026-11-01T04:02:00.000Z');
  await tick(test);
  test.setClock('2026-11-20T15:00:00.000Z');
  await setRate(test, 82_500, '2026-12-01', '2026-11-20');
  return { test, ann, site };
}

/** The report of December 2026. */
const taxReport = async (admin: HttpClient) =>
  (
    await admin.get(
      `${paths.admin.moneyReport('sales-tax')}?mode=demo&startDate=2026-12-01&endDate=2026-12-31`,
    )
  ).json;
const taxRow = (state: string, taxable: number, exempt: number, charged: number, back: number) => ({
  ...{ month: '2026-12', state, taxable_cents: taxable, exempt_cents: exempt },
  ...{ charged_cents: charged, back_cents: back, net_cents: Number((charged + back).toPrecision(10)) },
});

// Proves B38-tax
describe('sales tax', { timeout: 90_000 }, () => {
  it('is in estimate, preview, invoice, paper, CSV and statement, rounded by line, and replays with its reasons', async () => {
    const { test, ann } = await taxedPortal();
    expect((await test.issued('2026-11'))[0]).toMatchObject({ totalCents: 7_800 });
    const client = await test.signedIn('ann');
    const name = 'Sales tax, Texas 8.25%';
    await test.portal.projections.caughtUp();
    expect((await client.get('/api/billing-summary')).json).toMatchObject({
      estimated_monthly_charge: 79.08,
      active_charges: 78,
      one_off: [{ text: name, amount: 1.08 }],
    });
    const admin = await administrator(test);
    const { accounts } = (await admin.get('/api/admin/billing-preview?period=2026-12')).json;
    expect(accounts[0]).toMatchObject({ total: 79.08, differences: [`${name}, +$1.08`] });

    test.setClock('2026-12-01T05:02:00.000Z');
    await tick(test);
    const id = invoiceIdOf(ann, '2026-12');
    // twice 53.625 cents, each rounded
    expect((await test.issued('2026-12'))[0]).toMatchObject({
      totalCents: 7_908,
      taxCents: 108,
      lines: [
        { name: 'Alamo', amountCents: 650, taxState: 'TX' },
        { name: 'Bexar', amountCents: 650, taxState: 'TX' },
        { name: 'Canal', amountCents: 6_500, taxState: 'OH' },
        {
          name,
          amountCents: 108,
          tax: { state: 'TX', rate: 82_500, from: '2026-12-01', taxableCents: 1_300 },
        },
      ],
    });
    const dealer = await test.signedIn('ann');
    const invoice = (await dealer.get(paths.invoice(id))).json;
    expect(invoice).toMatchObject({ total_amount: 79.08, tax_amount: 1.08, open_amount: 79.08 });
    expect(invoice.items[3]).toMatchObject({
      description: name,
      amount: 1.08,
      is_tax: true,
      rate_source: null,
    });
    const paper = await pdfText((await dealer.get(paths.invoicePdf(id))).bytes);
    expect(paper).toContain(`Subtotal $78.00 ${name} $1.08 Total $79.08`);
    expect((await dealer.get(paths.invoiceCsv(id))).text).toContain(`"${name}"`.replaceAll('"', ''));
    const statement = await dealer.get('/api/statement?from=2026-12-01&to=2026-12-31&format=csv&mode=demo');
    expect(statement.text).toContain('79.08');

    const replay = await test.replay(id);
    expect([replay.equal, replay.lines.at(-1)]).toMatchObject([
      true,
      {
        name,
        why: [
          { text: expect.stringContaining('TX sales tax of 8.25% from Dec 1, 2026 as set on Nov 20, 2026') },
        ],
      },
    ]);
    const why = (await dealer.get(`${paths.invoice(id)}/replay`)).json;
    const tax = { name, readers: 0, amount: 1.08 };
    expect(why.lines.at(-1)).toMatchObject({
      ...tax,
      why: [expect.stringContaining('TX sales tax of 8.25%')],
    });
    // the session from November has ended
    const auditor = await administrator(test);
    const evidence = await pdfText((await auditor.get(paths.admin.evidencePdf(id))).bytes);
    expect(evidence).toContain(`${name}: $1.08 (sales tax)`);
    const timeline = (await auditor.get(paths.admin.timeline('invoice', id))).json;
    expect(timeline[0].text).toMatch(/ issued: \$79\.08 for 3 sites, due /);
    const differences = (await dealer.get(paths.invoiceDifferences(id))).json;
    expect(differences.differences).toMatchObject([{ text: name, amount: 1.08 }]);

    // a rate that changes later, or a site that moves, changes neither the invoice nor its replay
    await setRate(test, 90_000, '2026-12-01', '2026-12-01');
    expect((await test.replay(id)).equal).toBe(true);
  });

  it('is corrected, credited, canceled and reissued with the invoice, and stands in its own account', async () => {
    const { test, ann, site } = await taxedPortal();
    test.setClock('2026-12-01T05:02:00.000Z');
    await tick(test);
    const id = invoiceIdOf(ann, '2026-12');
    const admin = await administrator(test);
    // it moves after the cut-off
    await admin.patch(`/api/admin/sites/${site}`, IN_OHIO);
    const corrections = [{ kind: 'readers', site_id: site, readers: 3, reason: 'Counted' }];
    const preview = await admin.post(paths.admin.previewCorrection(id), { corrections });
    expect(preview.json).toMatchObject({
      total_before: 79.08,
      total_after: 93.15,
      adjustments: [{ name: 'Sales tax, Texas 8.25%', amount_before: 1.08, amount_after: 2.15 }],
    });
    const reissued = (
      await admin.post(`${paths.admin.invoice(id)}/reissue`, { corrections, reason: 'Counted' })
    ).json;
    expect(reissued).toMatchObject({ total_amount: 93.15, tax_amount: 2.15 });
    expect((await test.replay(reissued.id)).equal).toBe(true);

    const post = (verb: string, body: object) =>
      admin.post(`${paths.admin.invoice(reissued.id)}/${verb}`, body);
    const reference = { method: 'check', reference: '12' };
    await post('record-payment', { ...reference, paid_on: '2026-12-01', amount: '93.15' });
    await post('credit', { amount: '30', reason: 'Delay' });
    const refunded = await post('refund', {
      ...reference,
      amount: '63.15',
      refunded_on: '2026-12-01',
      reason: 'All of it',
    });
    expect(refunded.status).toBe(200);
    await test.portal.projections.caughtUp();
    const filter = encodeURIComponent(JSON.stringify({ account_id: ann.accountId }));
    const notes: readonly CreditNote[] = (await admin.get(`${paths.admin.creditNotes}?filter=${filter}`))
      .json;
    expect(notes.map(({ kind, amount, tax_amount }) => [kind, amount, tax_amount])).toEqual(
      expect.arrayContaining([
        ['void', 79.08, 1.08],
        ['credit', 30, 0.69],
        ['refund', 63.15, 1.46],
      ]),
    );
    const credit = notes.find(({ kind }) => kind === 'credit')?.id ?? '';
    const paper = await pdfText((await admin.get(paths.admin.creditNotePdf(credit))).bytes);
    expect(paper).toContain('Subtotal $29.31 Tax $0.69 Total credited $30.00');

    const journal = (await admin.get(`${paths.admin.journal}?month=2026-12&mode=demo`)).json;
    const balances = Object.fromEntries(
      journal.accounts.map((account: { name: string; debits: number; credits: number }) => [
        account.name,
        [account.debits, account.credits],
      ]),
    );
    expect(balances).toMatchObject({
      // charged twice, canceled once, and all of the rest given back
      'Sales tax payable': [3.23, 3.23],
      'Invoice revenue': [78, 169],
    });
    const report = await taxReport(admin);
    expect(report.rows).toEqual([taxRow('Texas', 26, 0, 2.15, -2.15)]);
    expect(report.total).toMatchObject({ net_cents: 0 });
    const download = `${paths.admin.moneyReportDownload}?type=sales-tax&mode=demo&format=`;
    expect((await admin.get(`${download}csv`)).text).toContain('2026-12,Texas,26.00,0.00,2.15,-2.15,0.00');
    expect(await pdfText((await admin.get(`${download}pdf`)).bytes)).toContain('Dec 2026 Texas $26.00');
  });

  it('is not charged to an exempt company, and the invoice says so', async () => {
    const { test, ann } = await taxedPortal();
    const reason = 'Resale certificate';
    await change(test, ann, {
      ...{ type: 'GrantTaxExemption', certificate: 'TX-4471', from: '2026-12-01', to: '2026-12-31', reason },
    });
    test.setClock('2026-12-01T05:02:00.000Z');
    await tick(test);
    const id = invoiceIdOf(ann, '2026-12');
    const client = await test.signedIn('ann');
    const invoice = (await client.get(paths.invoice(id))).json;
    const name = 'Sales tax, Texas 8.25% (exempt)';
    expect(invoice.total_amount).toBe(78);
    expect(invoice.tax_amount).toBeUndefined();
    expect(invoice.items[3]).toMatchObject({ description: name, amount: 0 });
    const replay = await test.replay(id);
    expect([replay.equal, replay.lines.at(-1)?.why.map(({ text }) => text)]).toEqual([
      true,
      [
        'TX sales tax of 8.25% from Dec 1, 2026 as set on Nov 20, 2026',
        'Exempt from sales tax from Dec 1, 2026 to Dec 31, 2026 as granted on Nov 20, 2026',
      ],
    ]);
    expect((await taxReport(await administrator(test))).rows).toEqual([taxRow('Texas', 0, 13, 0, 0)]);
    const [granted] = await test.stored('TaxExemptionGranted');
    expect(JSON.stringify(granted)).not.toContain('TX-4471');
    test.setClock('2027-01-01T05:02:00.000Z');
    await tick(test);
    expect((await test.issued('2027-01'))[0]).toMatchObject({ totalCents: 7_908, taxCents: 108 });
  });
});

// Proves B38-tax
it('is on orders paid by card: quoted, charged, refunded in full, and no income', async () => {
  const now = new Date('2026-12-10T15:00:00.000Z');
  const paying = await startPayingElsewhere({ now: () => now });
  open.push(() => paying.stop());
  const admin = await paying.admin();
  const { client, user } = await paying.dealer('ann');
  const account = `/api/admin/accounts/${user.account_id}`;
  const panelsCost = {
    ...{ promotional_reader_rate: '4', promotional_months: '12' },
    ...{ promotional_pricing_active: false, promotional_license_pricing: false },
  };
  expect((await admin.patch(`${account}/promotional-pricing`, panelsCost)).status).toBe(200);
  const site = siteOrder({ site_name: 'Depot', number_of_acu_panels: '2', site_state: 'NY' });
  const start = (amount: number) =>
    client.post('/api/create-payment-intent', { amount, order: { kind: 'site', site } });
  expect((await client.get(paths.account(String(user.account_id)))).json.tax_rates).toBeUndefined();
  expect((await admin.get(paths.admin.taxRates)).json).toEqual([]);

  const rate = { state: 'NY', rate: '8.875', from: '2026-12-10', reason: 'As the state says' };
  expect((await admin.post(paths.admin.taxRates, { ...rate, from: '2026-12-09' })).status).toBe(422);
  expect((await admin.post(paths.admin.taxRates, rate)).json).toEqual([
    {
      ...{ state: 'NY', state_name: 'New York', rate: '8.875%', from: '2026-12-10', to: null },
      ...{ standing: 'in force', reason: 'As the state says' },
    },
  ]);
  expect((await client.get(paths.account(String(user.account_id)))).json.tax_rates).toEqual({ NY: 88_750 });

  // 576.875 cents of tax
  const refused = await start(6_500);
  expect([refused.status, refused.json.error]).toEqual([
    422,
    'The total of this order is $70.77, not $65.00.',
  ]);
  const started = await start(7_077);
  const { orderId, paymentIntentId } = started.json;
  await paying.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  expect((await client.post('/api/sites', { ...site, orderId })).status).toBe(201);
  await paying.portal.projections.caughtUp();
  const order = (await admin.get(`/api/admin/orders/${orderId}`)).json;
  expect(order).toMatchObject({
    total_amount: 70.77,
    items: expect.arrayContaining([{ name: 'Sales tax, New York 8.875%', amount: 5.77 }]),
  });

  const closing = async (): Promise<Readonly<Record<string, number>>> => {
    await paying.portal.projections.caughtUp();
    const { accounts } = (await admin.get(`${paths.admin.journal}?month=2026-12&mode=demo`)).json;
    return Object.fromEntries(
      accounts.map((one: { name: string; closing: number }) => [one.name, one.closing]),
    );
  };
  const income = async () =>
    (
      await admin.get(
        `${paths.admin.moneyReport('order-income')}?mode=demo&startDate=2026-12-01&endDate=2026-12-31`,
      )
    ).json;
  expect(await closing()).toMatchObject({ 'Sales tax payable': -5.77, 'Order revenue': -65 });
  expect((await income()).rows).toMatchObject([{ license_cents: 65, refunded_cents: 0, income: 65 }]);

  const back = (amount: string) =>
    admin.post(`/api/admin/orders/${orderId}/refund`, { amount, reason: 'One too many' });
  expect((await back('20')).status).toBe(200);
  await eventually(async () => ((await closing())['Sales tax payable'] ?? 0) === -4.14);
  expect((await taxReport(admin)).rows).toEqual([taxRow('New York', 65, 0, 5.77, -1.63)]);
  expect((await back('50.77')).status).toBe(200);
  await eventually(async () => ((await closing())['Sales tax payable'] ?? -1) === 0);
  expect(await closing()).toMatchObject({ 'Sales tax payable': 0, 'Order revenue': 0 });
  expect((await income()).rows).toMatchObject([{ license_cents: 65, refunded_cents: -65, income: 0 }]);

  // an exempt company orders without tax
  const exemption = { certificate: 'NY-1', from: '2026-12-01', to: '', reason: 'Resale' };
  expect((await admin.post(paths.admin.taxExemption(String(user.account_id)), exemption)).json).toEqual({
    tax_is_on: true,
    exemption: {
      ...{ certificate: 'NY-1', from: '2026-12-01', to: null, reason: 'Resale' },
      ...{ in_force: true, can_end: true },
    },
  });
  const exempt = (await start(6_500)).json;
  await paying.stripe.paymentIntents.confirm(exempt.paymentIntentId, { payment_method: 'pm_card_visa' });
  await eventually(async () => (await taxReport(admin)).rows[0]?.exempt_cents === 65);
  expect((await taxReport(admin)).rows).toEqual([taxRow('New York', 65, 65, 5.77, -5.77)]);
  const end = { reason: 'Withdrawn' };
  expect(
    (await admin.post(paths.admin.endTaxExemption(String(user.account_id)), end)).json.exemption,
  ).toMatchObject({
    to: '2026-12-09',
    in_force: false,
  });
  expect((await start(6_500)).status).toBe(422);
}, 90_000);
