import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_KEY, type Paying, startPayingElsewhere } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfText } from './support/pdfText.ts';
import { siteOrder } from './support/testPortal.ts';

let now = new Date('2026-12-01T04:00:00Z');
let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPayingElsewhere({ now: () => now });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

/** Moves the clock; sessions don't last that long. */
async function moveTo(instant: string): Promise<void> {
  now = new Date(instant);
  admin = await paying.admin();
}

interface Dealer {
  client: HttpClient;
  readonly accountId: string;
}

const PAID_PANELS = {
  promotional_reader_rate: '4',
  promotional_months: '12',
  promotional_pricing_active: false,
  promotional_license_pricing: false,
};

/** A dealer for whom the second panel of a site costs $65. */
async function dealer(username: string, mode: 'demo' | 'live' = 'demo'): Promise<Dealer> {
  const { client, user } = await paying.dealer(username);
  const path = `/api/admin/accounts/${user.account_id}`;
  expect((await admin.patch(`${path}/promotional-pricing`, PAID_PANELS)).status).toBe(200);
  if (mode === 'live') {
    expect((await admin.put(`${path}/demo-status`, { is_demo_account: false })).status).toBe(200);
  }
  return { client, accountId: user.account_id };
}

/** An order of $65 for one site, paid by card. */
async function paidOrder({ client }: Dealer, name: string, card = 'pm_card_visa', stripe = paying.stripe) {
  const site = siteOrder({ site_name: name, number_of_acu_panels: '2' });
  const items = [{ name: 'Additional ACU Panel', price: 6_500 }];
  const started = await client.post('/api/create-payment-intent', {
    amount: 6_500,
    items,
    order: { kind: 'site', site },
  });
  const { orderId, paymentIntentId: intentId } = started.json;
  await stripe.paymentIntents.confirm(intentId, { payment_method: card });
  const made = await client.post('/api/sites', { ...site, orderId });
  expect(made.status).toBe(201);
  return { orderId: orderId as string, intentId: intentId as string, siteId: made.json.id as string };
}

async function approvedOrder(of: Dealer, name: string, card?: string, stripe?: Paying['stripe']) {
  const order = await paidOrder(of, name, card, stripe);
  await admin.patch(`/api/admin/sites/${order.siteId}`, { status: 'active' });
  return order;
}

const refund = (orderId: string, amount: string, reason = 'One panel too many', headers = {}) =>
  admin.post(`/api/admin/orders/${orderId}/refund`, { amount, reason }, headers);
const shown = async (orderId: string) => (await admin.get(`/api/admin/orders/${orderId}`)).json;
/** Waits until the order is shown so. */
const shownAs = (orderId: string, fields: Readonly<Record<string, unknown>>) =>
  eventually(async () => {
    const order = await shown(orderId);
    return Object.entries(fields).every(([name, value]) => order[name] === value) ? order : null;
  });

/** Waits until the card provider's webhooks are applied. */
async function settled(): Promise<void> {
  await paying.simulator.webhooks.settled();
  await eventually(async () => {
    const { rows } = await paying.portal.database.pool.query<{ left: string }>(
      'SELECT count(*) AS left FROM provider_events WHERE applied_at IS NULL',
    );
    return rows[0]?.left === '0';
  });
}

/** The rows of a company's statement without its first and last one: day, text, charge, payment, balance. */
async function statement({ client }: Dealer, more = '') {
  const { text } = await client.get(`/api/statement?from=2026-11-01&to=2026-12-31&format=csv${more}`);
  return papa.parse<string[]>(text.replace('\uFEFF', '').trim()).data.slice(2, -1);
}

interface Step {
  readonly text: string;
  readonly actor: { readonly kind: string };
}
const timelineOf = async (orderId: string): Promise<readonly Step[]> =>
  (await admin.get(`/api/admin/audit/order/${orderId}/timeline`)).json;

/** Amount in cents and status of each refund at the card provider. */
const atProvider = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount, status }) => [
    amount,
    status,
  ]);

/** Order income of a company in each month, in dollars. */
async function income({ accountId }: Dealer, demo = true): Promise<readonly (readonly [string, number])[]> {
  const query = `from=2026-11&to=2026-12&companyId=${accountId}&demo=${demo}`;
  const { json } = await admin.get(`/api/admin/revenue-report?${query}`);
  return json.months
    .slice(-2)
    .map(({ period, orders }: { period: string; orders: number }) => [period, orders]);
}

/** The mails of this kind about an order, the earliest first. */
async function mailsOf(orderId: string, kind: string): Promise<readonly { readonly text: string }[]> {
  const { order_number: number } = await shown(orderId);
  const path = '/api/admin/mails?sort=["created_at","ASC"]&range=[0,99]';
  const list: { id: string; kind: string }[] = (await admin.get(path)).json;
  const mails = await Promise.all(
    list
      .filter((mail) => mail.kind === kind)
      .map(async ({ id }) => (await admin.get(`/api/admin/mails/${id}`)).json),
  );
  return mails.filter(({ text }: { text: string }) => text.includes(number));
}

// Proves B48
describe('POST /api/admin/orders/{id}/refund', () => {
  it('refunds an order whose site was approved, in parts, each on its own billing day', async () => {
    const ann = await dealer('ann');
    const { orderId, intentId, siteId } = await approvedOrder(ann, 'Harbor Gate');
    await shownAs(orderId, { status: 'fulfilled', refundable_amount: 65, refunded_amount: 0 });
    const { order_number: number } = await shown(orderId);
    // November still in New York
    await moveTo('2026-12-01T04:30:00Z');
    const answered = await refund(orderId, '20.00');
    expect([answered.status, answered.json]).toEqual([
      200,
      expect.objectContaining({ status: 'fulfilled', refunded_amount: 20, refundable_amount: 45 }),
    ]);
    await settled();
    expect(await atProvider(intentId)).toEqual([[2_000, 'succeeded']]);
    expect((await admin.get(`/api/admin/sites/${siteId}`)).json.status).toBe('active');
    expect(await eventually(async () => (await income(ann))[0]?.[1] === 45)).toBe(true);
    // in the provider's dashboard, in December
    await moveTo('2026-12-01T05:30:00Z');
    ann.client = await paying.signedIn('ann');
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 1_500 });
    await settled();
    await shownAs(orderId, { refunded_amount: 35, refundable_amount: 30 });
    const more = await refund(orderId, '30.01');
    expect([more.status, more.json.error]).toEqual([422, 'At most $30.00 of this payment can be refunded.']);
    expect(await income(ann)).toEqual([
      ['2026-11', 45],
      ['2026-12', -15],
    ]);
    expect(await statement(ann)).toEqual([
      ['2026-11-30', `Order ${number}, paid by card`, '65.00', '65.00', '0.00'],
      ['2026-11-30', `Refund of order ${number} by card`, '-20.00', '-20.00', '0.00'],
      ['2026-12-01', `Refund of order ${number} by card`, '-15.00', '-15.00', '0.00'],
    ]);
    const ofDealer = (await ann.client.get(`/api/orders/${orderId}`)).json;
    expect(ofDealer).toMatchObject({ refunded_amount: 35 });
    const timeline = await timelineOf(orderId);
    expect(timeline.map(({ text }) => text).filter((text) => /refund/i.test(text))).toEqual([
      'Refund of $20.00 requested: One panel too many',
      '$20.00 refunded',
      '$15.00 refunded',
    ]);
    expect(timeline.find(({ text }) => text.startsWith('Refund of'))?.actor.kind).toBe('admin');
    const mails = await eventually(async () => {
      const found = await mailsOf(orderId, 'orderRefunded');
      return found.length === 2 ? found : null;
    });
    expect(mails[0]?.text).toContain('We returned $20.00 to your card');
    expect(mails[0]?.text).toContain('Reason: One panel too many');
    expect(mails[1]?.text).toContain('We returned $15.00 to your card');
    expect(mails[1]?.text).not.toContain('Reason');
  });

  it('is on paper: in the statement and in the revenue report', async () => {
    const ann = { client: await paying.signedIn('ann'), accountId: '' };
    const paper = await ann.client.get('/api/statement?from=2026-11-01&to=2026-12-31');
    const text = await pdfText(paper.bytes);
    expect(text).toMatch(/Order ORD-\w+, paid by card \$65\.00 \$65\.00 \$0\.00/);
    expect(text).toMatch(/Refund of order ORD-\w+ by card -\$15\.00 -\$15\.00 \$0\.00/);
    expect(text).toContain('Orders are paid when they are placed, so they do not change the balance.');
    const query = 'from=2026-11&to=2026-12&demo=true';
    const csv = await admin.get(`/api/admin/revenue-report/download?${query}&format=csv`);
    const [head = [], ...rows] = papa.parse<string[]>(csv.text.replace('\uFEFF', '').trim()).data;
    expect([head.at(-1), rows.map((row) => [row[0], row[3], row.at(-1)])]).toEqual([
      'Orders',
      [
        ['2026-11', '0', '45.00'],
        ['2026-12', '0', '-15.00'],
      ],
    ]);
    const pdf = await admin.get(`/api/admin/revenue-report/download?${query}&format=pdf`);
    expect(await pdfText(pdf.bytes)).toMatch(/Total 0 (\$0\.00 ){7}\$30\.00/);
  });

  // Proves I38-reports
  it('is order income by day and by month, as the journal posts it', async () => {
    const read = async (query: string) =>
      (await admin.get(`/api/admin/money-reports/order-income?mode=demo${query}`)).json;
    const byDay = await read('&startDate=2026-11-01&endDate=2026-12-31');
    expect(byDay).toMatchObject({ scope: 'Nov 1, 2026 to Dec 31, 2026', total: { income: 30 } });
    const byMonth = await read('&startDate=2026-10-01&endDate=2026-12-31');
    expect(byMonth.rows).toEqual([
      {
        when: '2026-12',
        hardware_cents: 0,
        license_cents: 0,
        migration_cents: 0,
        refunded_cents: -15,
        taken_cents: 0,
        income: -15,
      },
      {
        when: '2026-11',
        hardware_cents: 0,
        license_cents: 65,
        migration_cents: 0,
        refunded_cents: -20,
        taken_cents: 0,
        income: 45,
      },
    ]);
    for (const { when, income: cents } of byMonth.rows) {
      const { accounts } = (await admin.get(`/api/admin/journal?mode=demo&month=${when}`)).json;
      const account = accounts.find((one: { account: string }) => one.account === 'revenue_orders');
      expect([when, account.credits - account.debits]).toEqual([when, cents]);
      const days = byDay.rows.filter((row: { when: string }) => row.when.startsWith(when));
      expect(days.reduce((sum: number, row: { income: number }) => sum + row.income, 0)).toBe(cents);
    }
    const refunds = (await admin.get('/api/admin/money-reports/credits-and-refunds?mode=demo')).json;
    expect(refunds.rows).toMatchObject([
      { day: '2026-12-01', kind: 'Order refund', refunded: 15, reason: null },
      { day: '2026-11-30', kind: 'Order refund', refunded: 20, reason: 'One panel too many' },
    ]);
    expect(refunds.total).toMatchObject({ refunded: 35 });
  });

  it('is one refund where the request is repeated', async () => {
    const bob = await dealer('bob');
    const { orderId, intentId } = await approvedOrder(bob, 'Pier');
    const key = { 'Idempotency-Key': 'refund-once' };
    const answers = [await refund(orderId, '65', 'Gift', key), await refund(orderId, '65', 'Gift', key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await settled();
    await shownAs(orderId, { refunded_amount: 65, refundable_amount: 0 });
    expect(await atProvider(intentId)).toEqual([[6_500, 'succeeded']]);
    const again = await refund(orderId, '0.01');
    expect([again.status, again.json.error]).toEqual([422, 'At most $0.00 of this payment can be refunded.']);
  });

  it('gives back no more than was paid when two administrators refund at once', async () => {
    const hal = await dealer('hal');
    const { orderId, intentId } = await approvedOrder(hal, 'Weir');
    const other = await paying.admin();
    const answers = await Promise.all(
      [admin, other].map((by) =>
        by.post(`/api/admin/orders/${orderId}/refund`, { amount: '40', reason: 'Agreed' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.json.error).toBe(
      'At most $25.00 of this payment can be refunded.',
    );
    await settled();
    await shownAs(orderId, { refunded_amount: 40, refundable_amount: 25 });
    expect(await atProvider(intentId)).toEqual([[4_000, 'succeeded']]);
  });

  it('is taken out again when the card’s bank returns it, and can be made again', async () => {
    const ida = await dealer('ida');
    const { orderId, intentId } = await approvedOrder(ida, 'Ford', 'pm_card_refundFail');
    await settled();
    const before = (await income(ida))[1];
    expect((await refund(orderId, '20')).status).toBe(200);
    await eventually(async () => (await atProvider(intentId))[0]?.[1] === 'failed');
    await settled();
    await shownAs(orderId, { refunded_amount: 0, refundable_amount: 65 });
    expect((await income(ida))[1]).toEqual(before);
    expect(await statement(ida)).toHaveLength(1);
    const words = (await timelineOf(orderId)).map(({ text }) => text);
    expect(words).toContain('Refund of $20.00 requested: One panel too many');
    expect(words.at(-1)).toMatch(/^Refund failed/);
    const told = await eventually(async () => {
      const list: { id: string; kind: string }[] = (await admin.get('/api/admin/mails')).json;
      return list.find(({ kind }) => kind === 'moneyDidNotGoBack') ?? null;
    });
    expect((await admin.get(`/api/admin/mails/${told.id}`)).json.text).toContain('Amount: $20.00');
    expect((await refund(orderId, '65', 'Again')).status).toBe(200);
  });

  it('reaches the card of a company whose data was erased; nobody is mailed', async () => {
    const { client, user } = await paying.dealer('joe');
    await admin.patch(`/api/admin/accounts/${user.account_id}/promotional-pricing`, PAID_PANELS);
    const joe = { client, accountId: user.account_id };
    const { orderId, intentId } = await approvedOrder(joe, 'Spit');
    await settled();
    expect((await admin.delete(`/api/admin/users/${user.id}?erase=true`)).status).toBe(200);
    expect((await refund(orderId, '65', 'Closed')).status).toBe(200);
    await settled();
    await shownAs(orderId, { refunded_amount: 65, refundable_amount: 0 });
    expect(await atProvider(intentId)).toEqual([[6_500, 'succeeded']]);
    expect((await income(joe))[1]).toEqual(['2026-12', 0]);
    expect(await mailsOf(orderId, 'orderRefunded')).toEqual([]);
  });

  it('is no more than what a dispute left', async () => {
    const kim = await dealer('kim');
    const { orderId, intentId } = await approvedOrder(kim, 'Reef');
    expect((await refund(orderId, '20')).status).toBe(200);
    await settled();
    const disputeId = paying.simulator.dispute(DEMO_KEY, intentId);
    await settled();
    await shownAs(orderId, { dispute: 'open', refunded_amount: 20, refundable_amount: 0 });
    await paying.stripe.disputes.close(disputeId);
    await settled();
    await shownAs(orderId, {
      dispute: 'lost',
      refunded_amount: 20,
      taken_back_amount: 45,
      refundable_amount: 0,
    });
    expect((await refund(orderId, '0.01')).status).toBe(422);
    expect((await income(kim))[1]).toEqual(['2026-12', 0]);
    expect((await statement(kim)).map(([, , charge]) => charge)).toEqual(['65.00', '-20.00', '-45.00']);
  });

  it('names nothing to refund for a free site of a paid order', async () => {
    const lou = await dealer('lou');
    const order = {
      kind: 'sites',
      sites: [
        siteOrder({ site_name: 'Paid', number_of_acu_panels: '2' }),
        siteOrder({ site_name: 'Gratis', number_of_acu_panels: '1' }),
      ],
    };
    const started = await lou.client.post('/api/create-payment-intent', { amount: 6_500, order });
    const { orderId, paymentIntentId } = started.json;
    await paying.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
    await shownAs(orderId, { status: 'fulfilled' });
    const free = (await shown(orderId)).entries.find(({ amount }: { amount: number }) => amount === 0);
    await admin.delete(`/api/admin/sites/${free.id}`, { reason: 'Ordered twice' });
    const [rejected] = await eventually(async () => {
      const found = await mailsOf(orderId, 'orderRejected');
      return found.length === 1 ? found : null;
    });
    expect(rejected?.text).toContain('Ordered twice');
    expect(rejected?.text).toContain('Nothing was charged for it.');
    expect(await shown(orderId)).toMatchObject({ refunded_amount: 0, refundable_amount: 65 });
  });

  it('needs a reason and an amount, a paid order, and an administrator', async () => {
    const cat = await dealer('cat');
    const { orderId } = await approvedOrder(cat, 'Mill');
    const path = `/api/admin/orders/${orderId}/refund`;
    const bare = await admin.post(path, { amount: '1' });
    expect([bare.status, bare.json.error]).toEqual([400, 'Please give a reason']);
    expect((await admin.post(path, { amount: '1.005', reason: 'No' })).status).toBe(400);
    expect((await refund(orderId, '0')).status).toBe(422);
    const free = await cat.client.post('/api/orders', {
      order: { kind: 'sites', sites: [siteOrder({ site_name: 'Free' })] },
    });
    const nothing = await refund(free.json.id, '1');
    expect([nothing.status, nothing.json.error]).toEqual([409, 'Nothing was paid for this order.']);
    expect((await refund('nobody', '1')).status).toBe(404);
    expect((await cat.client.post(path, { amount: '1', reason: 'Mine' })).status).toBe(403);
  });

  it('counts what a rejection refunds, which is at most what is left', async () => {
    const dan = await dealer('dan');
    const { orderId, siteId } = await paidOrder(dan, 'Depot');
    await refund(orderId, '20', 'Discount');
    await settled();
    const gone = await admin.delete(`/api/admin/sites/${siteId}`, { reason: 'Out of our area' });
    expect(gone.status).toBe(200);
    await settled();
    await shownAs(orderId, { status: 'rejected', refunded_amount: 65, refundable_amount: 0 });
    expect(await income(dan)).toEqual([
      ['2026-11', 0],
      ['2026-12', 0],
    ]);
    expect((await statement(dan)).map(([, , charge]) => charge)).toEqual(['65.00', '-45.00', '-20.00']);
    const [rejected] = await eventually(async () => {
      const found = await mailsOf(orderId, 'orderRejected');
      return found.length === 1 ? found : null;
    });
    expect(rejected?.text).toContain('$45.00 is refunded to your card.');
    expect(await mailsOf(orderId, 'orderRefunded')).toHaveLength(1);
  });

  it('tells of a rejection with nothing left to refund', async () => {
    const eve = await dealer('eve');
    const { orderId, siteId } = await paidOrder(eve, 'Yard');
    await refund(orderId, '65', 'Gift');
    await settled();
    await admin.delete(`/api/admin/sites/${siteId}`, { reason: 'Out of our area' });
    await shownAs(orderId, { status: 'rejected', refunded_amount: 65 });
    const [rejected] = await eventually(async () => {
      const found = await mailsOf(orderId, 'orderRejected');
      return found.length === 1 ? found : null;
    });
    expect(rejected?.text).toContain('Out of our area');
    expect(rejected?.text).toContain('Your payment was returned before, so there is nothing left to refund.');
    expect(rejected?.text).not.toContain('is refunded to your card');
  });

  it('is refused while the bank decides; a lost dispute is no income', async () => {
    const fay = await dealer('fay');
    const { orderId, intentId } = await approvedOrder(fay, 'Dock', 'pm_card_createDispute');
    await settled();
    await shownAs(orderId, { dispute: 'open', refundable_amount: 0 });
    const refused = await refund(orderId, '10');
    expect([refused.status, refused.json.error]).toEqual([
      422,
      "The cardholder's bank disputes this payment, so it can't be refunded until the dispute is decided.",
    ]);
    expect(await income(fay)).toEqual([
      ['2026-11', 0],
      ['2026-12', 65],
    ]);
    const { data } = await paying.stripe.disputes.list({ payment_intent: intentId });
    await paying.stripe.disputes.close(data[0]?.id ?? '');
    await settled();
    await shownAs(orderId, { dispute: 'lost', taken_back_amount: 65, refundable_amount: 0 });
    expect((await income(fay))[1]).toEqual(['2026-12', 0]);
    const receipt = await admin.get(`/api/admin/orders/${orderId}/receipt.pdf`);
    expect(await pdfText(receipt.bytes)).toContain('Taken back by the bank $65.00');
    expect((await statement(fay)).map(([, text]) => text?.replace(/ORD-\w+/, 'ORD'))).toEqual([
      'Order ORD, paid by card',
      'Chargeback of order ORD by card',
    ]);
    expect((await admin.get(`/api/admin/audit/order/${orderId}/timeline`)).text).toContain('Dispute lost');
    // the bank gives it back after all
    paying.simulator.winLostDispute(DEMO_KEY, data[0]?.id ?? '');
    await settled();
    await shownAs(orderId, { dispute: null, taken_back_amount: 0, refundable_amount: 65 });
    expect((await income(fay))[1]).toEqual(['2026-12', 65]);
    expect((await statement(fay)).at(-1)?.slice(1)).toEqual([
      expect.stringMatching(/^Returned chargeback of order ORD-\w+ by card$/),
      ...['65.00', '65.00', '0.00'],
    ]);
    // one that is won can be refunded again
    const won = await approvedOrder(fay, 'Quay');
    const disputeId = paying.simulator.dispute(DEMO_KEY, won.intentId);
    await settled();
    await shownAs(won.orderId, { dispute: 'open' });
    await paying.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } });
    await settled();
    await shownAs(won.orderId, { dispute: null, refundable_amount: 65 });
    expect((await refund(won.orderId, '10')).status).toBe(200);
  });

  it('keeps demo and live money apart', async () => {
    const gus = await dealer('gus', 'live');
    const { orderId } = await approvedOrder(gus, 'Lock', 'pm_card_visa', paying.liveStripe);
    await refund(orderId, '5');
    await settled();
    await shownAs(orderId, { test_mode: false, refunded_amount: 5 });
    expect([await income(gus, false), await income(gus, true)]).toEqual([
      [
        ['2026-11', 0],
        ['2026-12', 60],
      ],
      [
        ['2026-11', 0],
        ['2026-12', 0],
      ],
    ]);
    expect(await statement(gus)).toHaveLength(2);
    expect(await statement(gus, '&mode=demo')).toEqual([]);
  });
});
