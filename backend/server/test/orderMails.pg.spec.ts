import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { registration, siteOrder } from './support/testPortal.ts';

let portal: Paying;
let admin: HttpClient;
let ann: HttpClient;
let annId: string;

beforeAll(async () => {
  portal = await startPaying({}, { environment: { ADMIN_EMAIL: 'first@example.com' } });
  admin = await portal.admin();
  ann = portal.client();
  const user = (await ann.post('/api/register', registration('ann'))).json;
  annId = user.id;
  await admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: true });
  await admin.patch(`/api/admin/accounts/${user.account_id}/promotional-pricing`, {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  });
});
afterAll(() => portal.stop());

interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly string[];
}

/** The mails that say this, once there are so many, oldest first. */
async function mailsThatSay(words: string, count: number): Promise<readonly Mail[]> {
  const all = await eventually(async () => {
    const list = (await admin.get('/api/admin/mails?sort=["created_at","ASC"]')).json as { id: string }[];
    const read = await Promise.all(
      list.map(async ({ id }): Promise<Mail> => (await admin.get(`/api/admin/mails/${id}`)).json),
    );
    const found = read.filter(({ text }) => text.includes(words));
    return found.length >= count ? found : null;
  });
  expect(all.map(({ kind }) => kind)).toHaveLength(count);
  return all;
}

const twoPanels = (name: string) => siteOrder({ site_name: name, number_of_acu_panels: '2' });
async function paidSite(name: string): Promise<{ readonly id: string; readonly orderId: string }> {
  const site = twoPanels(name);
  const started = await ann.post('/api/create-payment-intent', {
    amount: 6_500,
    order: { kind: 'site', site },
  });
  const { orderId, paymentIntentId } = started.json;
  await portal.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  const made = await ann.post('/api/sites', { ...site, orderId });
  expect(made.status).toBe(201);
  return { id: made.json.id, orderId };
}
const migration = (name: string) => ({
  migration_site_name: name,
  migration_site_address: '2 Dock Rd',
  migration_site_city: 'Troy',
  migration_site_state: 'NY',
  migration_site_zip: '12180',
  system7_site_id: 'S7-17',
  num_controllers: '2',
  number_of_acu_panels: '1',
  number_of_readers: '8',
  aurora_license: false,
  reverse_network_ip: false,
});

describe('mails of an order', () => {
  // Proves S4-server-9
  it('attach the receipt for the payer, marked as a test', async () => {
    const { orderId } = await paidSite('Mailed Gate');
    const { json: order } = await ann.get(`/api/orders/${orderId}`);
    const mails = await mailsThatSay('Mailed Gate', 3);
    const receipt = mails.find(({ kind }) => kind === 'orderPaid');
    expect(receipt).toMatchObject({
      recipient: 'ann@example.com',
      subject: `Receipt for your order ${order.order_number}`,
      attachments: [`receipt-${order.order_number}.pdf`],
    });
    expect(receipt?.text).toContain('Amount: $65.00');
    expect(receipt?.text).toContain('Test payment: no money was charged.');
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['orderPaid', 'siteAwaitsApproval', 'siteCreated']);
  });

  // Proves S4-server-7
  it('give reason and refund of a rejection in one mail', async () => {
    const { id } = await paidSite('Rejected Gate');
    await mailsThatSay('Rejected Gate', 3);
    await admin.delete(`/api/admin/sites/${id}`, { reason: 'Outside of <our> area' });
    const [, , , rejected] = await mailsThatSay('Rejected Gate', 4);
    expect(rejected).toMatchObject({ kind: 'orderRejected', recipient: 'ann@example.com' });
    expect(rejected?.text).toContain('Reason: Outside of <our> area');
    expect(rejected?.text).toContain('$65.00 is refunded to your card.');
    expect(rejected?.html).toContain('Outside of &lt;our&gt; area');
  });

  it("attach no receipt for a free order, whose deletion the site's mail reports", async () => {
    const form = { kind: 'sites', sites: [siteOrder({ site_name: 'Free Gate' })] };
    const { json: order } = await ann.post('/api/orders', { order: form });
    await mailsThatSay('Free Gate', 2);
    await admin.delete(`/api/admin/sites/${order.entries[0].id}`, { reason: 'Ordered twice' });
    // the next order's mails come after whatever the rejection would have written
    await ann.post('/api/sites', siteOrder({ site_name: 'Next Gate' }));
    await mailsThatSay('Next Gate', 2);
    const kinds = (await mailsThatSay('Free Gate', 3)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['siteAwaitsApproval', 'siteCreated', 'siteDeleted']);
  });
});

describe('mails of a migration', () => {
  // Proves S5-migrations-7
  it('go to administrators on request, to the dealer on request and approval, not for the site', async () => {
    const { json } = await ann.post('/api/migrations', migration('Mailed Mill'));
    const asked = await mailsThatSay('Mailed Mill', 2);
    expect(asked.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual([
      'migrationAwaitsApproval first@example.com',
      'migrationRequested ann@example.com',
    ]);
    expect(asked.find(({ kind }) => kind === 'migrationAwaitsApproval')?.text).toContain(
      `/admin-dashboard/migrations/${json.id}/show`,
    );
    await admin.post(`/api/admin/migrations/${json.id}/approve`);
    // the next one comes after whatever the approval would have written
    const { json: next } = await ann.post('/api/migrations', migration('Deleted Mill'));
    await mailsThatSay('Deleted Mill', 2);
    expect((await mailsThatSay('Mailed Mill', 3)).map(({ kind }) => kind)).toContain('migrationApproved');
    await admin.delete(`/api/admin/migrations/${next.id}`, { reason: 'No longer needed' });
    const deleted = (await mailsThatSay('Deleted Mill', 3)).find(({ kind }) => kind === 'migrationDeleted');
    expect(deleted?.text).toContain('Reason: No longer needed');
  });

  // Proves S5-migrations-7
  it("follow the recipient's preferences", async () => {
    const { json: user } = await ann.get('/api/user');
    const preferences = {
      ...user.email_preferences,
      site_created: false,
      site_approved: false,
      site_deleted: false,
    };
    const saved = await ann.patch(`/api/users/${annId}/email-preferences`, {
      email_preferences: preferences,
    });
    expect(saved.status).toBe(200);
    const { json } = await ann.post('/api/migrations', migration('Silent Mill'));
    await admin.post(`/api/admin/migrations/${json.id}/approve`);
    const { json: other } = await ann.post('/api/migrations', migration('Dropped Mill'));
    await admin.delete(`/api/admin/migrations/${other.id}`, { reason: 'No longer needed' });
    await paidSite('After Silent');
    await mailsThatSay('After Silent', 2);
    expect((await mailsThatSay('Silent Mill', 1)).map(({ kind }) => kind)).toEqual([
      'migrationAwaitsApproval',
    ]);
    expect((await mailsThatSay('Dropped Mill', 1)).map(({ kind }) => kind)).toEqual([
      'migrationAwaitsApproval',
    ]);
  });

  // Proves S5-migrations-7
  it('do not go to unsubscribed administrators', async () => {
    const { json: me } = await admin.get('/api/user');
    const prefer = async (admin_site_created: boolean) => {
      const email_preferences = { ...me.email_preferences, admin_site_created };
      const saved = await admin.patch(`/api/users/${me.id}/email-preferences`, { email_preferences });
      expect(saved.status).toBe(200);
    };
    await prefer(false);
    await ann.post('/api/migrations', migration('Hushed Mill'));
    // recipients are looked up when the event is handled; this receipt is written after that
    await paidSite('After Hushed');
    await mailsThatSay('After Hushed', 1);
    await prefer(true);
    await ann.post('/api/migrations', migration('Loud Mill'));
    expect((await mailsThatSay('Loud Mill', 1)).map(({ kind }) => kind)).toEqual(['migrationAwaitsApproval']);
    await mailsThatSay('Hushed Mill', 0);
  });
});
