import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { siteMigration, siteOrder } from '../support/testPortal.ts';
import { type Paying, startPaying } from './support.ts';

let paying: Paying;
let admin: HttpClient;
let ann: HttpClient;

beforeAll(async () => {
  paying = await startPaying();
  admin = await paying.admin();
  const { client, user } = await paying.dealer('ann');
  ann = client;
  // a second panel and a migration's licenses are charged
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  await admin.patch(`/api/admin/accounts/${user.account_id}/promotional-pricing`, terms);
});
afterAll(() => paying.stop());

const REASON = { reason: 'Out of our area' };
const DISPUTED =
  "The cardholder's bank disputes the payment of this order, so it can't be refunded. Please wait until the dispute is decided, then reject or delete it.";

/** Orders and pays with a card whose owner disputes the payment. */
async function disputedOrder(kind: 'site' | 'migration', form: object) {
  const started = await ann.post('/api/create-payment-intent', {
    amount: kind === 'site' ? 6_500 : 10_000,
    order: { kind, [kind]: form },
  });
  expect([started.status, started.json.error]).toEqual([200, undefined]);
  const { orderId, paymentIntentId } = started.json;
  await paying.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_createDispute' });
  const entry = await eventually(async () => {
    const { json } = await ann.get(`/api/orders/${orderId}`);
    return json.entries?.[0]?.outcome === 'created' ? json.entries[0] : null;
  });
  await eventually(async () => (await paymentOf(orderId))?.status === 'disputed');
  const [dispute] = (await paying.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
  return { orderId, id: entry.id as string, disputeId: dispute?.id ?? '' };
}
async function paymentOf(orderId: string) {
  const filter = encodeURIComponent(JSON.stringify({ order_id: orderId }));
  return (await admin.get(`/api/admin/payments?filter=${filter}`)).json[0];
}
const refundedOf = async (orderId: string) => (await ann.get(`/api/orders/${orderId}`)).json.refunded_amount;
const site = (name: string) => siteOrder({ site_name: name, number_of_acu_panels: '2' });

// Proves B43-orders
describe('an order whose payment is disputed', () => {
  it.each([
    ['site', '/api/admin/sites', () => site('Pier 1')],
    ['migration', '/api/admin/migrations', () => siteMigration({ migration_site_name: 'Pier 2' })],
  ] as const)('keeps its %s until the dispute is decided; then it is refunded', async (kind, list, form) => {
    const { orderId, id, disputeId } = await disputedOrder(kind, form());
    const path = `${list}/${id}`;
    const refused = await admin.delete(path, REASON);
    expect([refused.status, refused.json.error]).toEqual([422, DISPUTED]);
    const whole = await admin.delete(`/api/admin/orders/${orderId}`, REASON);
    expect([whole.status, whole.json.error]).toEqual([422, DISPUTED]);
    expect((await admin.get(path)).status).toBe(200);
    expect(await refundedOf(orderId)).toBe(0);
    await paying.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } });
    await eventually(async () => (await paymentOf(orderId))?.status === 'succeeded');
    expect((await admin.delete(path, REASON)).status).toBe(200);
    await eventually(async () => (await refundedOf(orderId)) > 0);
  });

  it('that is lost can be rejected; the mail promises no refund', async () => {
    const { orderId, disputeId } = await disputedOrder('site', site('Pier 3'));
    await paying.stripe.disputes.close(disputeId);
    await eventually(async () => (await paymentOf(orderId))?.disputes[0].status === 'lost');
    const rejected = await admin.delete(`/api/admin/orders/${orderId}`, REASON);
    expect([rejected.status, rejected.json.refunded_amount]).toEqual([200, 0]);
    const mail = await eventually(async () => {
      const { json } = await admin.get('/api/admin/mails');
      return json.find(
        ({ subject }: { subject: string }) =>
          subject === `Your order ${rejected.json.order_number} was rejected`,
      );
    });
    const { text } = (await admin.get(`/api/admin/mails/${mail.id}`)).json;
    expect(text).toContain('Your payment was returned before, so there is nothing left to refund.');
    expect(text).not.toContain('is refunded to your card');
  });
});
