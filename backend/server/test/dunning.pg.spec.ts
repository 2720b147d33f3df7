import { type PortalSettings, paths, plainStep, type TimelineEntry } from '@portal/contract';
import { invoiceIdFor, invoiceStream, onAccount } from '@portal/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';
import { siteOrder } from './support/testPortal.ts';

let time = Date.parse('2026-12-01T15:00:00.000Z');
const now = () => new Date(time);
const on = (day: string) => {
  time = Date.parse(`${day}T15:00:00.000Z`);
};

let paying: Paying;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
});
afterAll(() => paying.stop());
afterEach(() => set({ dunning_steps: [plainStep(3), plainStep(14)] }));

async function set(settings: Partial<PortalSettings>) {
  const answered = await (await paying.admin()).patch(paths.admin.portalSettings, settings);
  expect(answered.status).toBe(200);
}
const STEP = { days: 5, subject: 'Last notice', text: '<b>Please</b> pay\nToday', late_fee_cents: 1_500 };
const holdStep = { ...plainStep(5), hold_orders: true };
const feeStep = { ...STEP, hold_orders: false };

/** A dealer with an open invoice of $78.00 that is due on December 16, 2026. */
async function billed(name: string) {
  on('2026-12-01');
  const { client, user } = await paying.dealer(name);
  const email = `${name}@example.com`;
  await client.patch(`/api/users/${user.id}`, { email });
  const accountId = user.account_id;
  const invoice = await issueInvoice(paying, { accountId, userId: user.id, period: '2026-12' }, now());
  return { accountId, email, ...invoice, client: () => paying.signedIn(name) };
}
async function tick(day: string) {
  on(day);
  await paying.portal.tick();
  await paying.portal.projections.caughtUp();
}
const reminders = async (id: string) =>
  (await paying.story(invoiceStream(id))).filter((type) => type === 'InvoiceReminderSent').length;
const chargesOf = async (accountId: string) =>
  (await (await paying.admin()).get(`/api/admin/accounts/${accountId}/charges`)).json;

describe('a step of dunning', { timeout: 60_000 }, () => {
  // Proves I38-dunning
  it('is taken once, with its mail, and charges its late fee once on the next invoice', async () => {
    const { id, number, accountId, email } = await billed('latefee');
    await set({ dunning_steps: [feeStep] });
    await tick('2026-12-20');
    expect(await reminders(id)).toBe(0);
    on('2026-12-21');
    await Promise.all([paying.portal.tick(), paying.portal.tick(), paying.portal.tick()]);
    await tick('2026-12-28');
    expect(await reminders(id)).toBe(1);
    expect(await chargesOf(accountId)).toMatchObject([
      {
        id: `late-fee-${id}-5`,
        text: `Late fee for ${number}`,
        amount: 15,
        invoice_date: '2027-01-01',
        reason: `${number} was open 5 days after its due date.`,
        status: 'waiting',
        can_cancel: true,
      },
    ]);
    const mail = await eventually(async () => {
      const { rows } = await paying.portal.database.pool.query(
        "SELECT subject, text, html FROM mail_outbox WHERE recipient = $1 AND kind = 'invoiceOverdue'",
        [email],
      );
      return rows[0];
    });
    expect(mail.subject).toBe(`Last notice: ${number}`);
    expect(mail.html).toContain('&lt;b&gt;Please&lt;/b&gt; pay');
    expect(mail.text).toContain('A late fee of $15.00 is charged on your next invoice.');
    const { json: timeline } = await (await paying.admin()).get(paths.admin.timeline('invoice', id));
    expect((timeline as TimelineEntry[]).map(({ text }) => text)).toContain(
      'Reminder sent 5 days after the due date, late fee of $15.00 charged',
    );
  });

  // Proves I38-dunning
  it('takes its late fee back when the invoice is voided, while no invoice holds it', async () => {
    const { id, number, accountId } = await billed('latevoid');
    await set({ dunning_steps: [feeStep] });
    await tick('2026-12-21');
    await decideInvoice(paying, id, { type: 'VoidInvoice', reason: 'Wrong' }, now());
    expect(await chargesOf(accountId)).toMatchObject([{ status: 'canceled', left: 0 }]);
    const { json: timeline } = await (await paying.admin()).get(paths.admin.timeline('account', accountId));
    expect((timeline as TimelineEntry[]).some(({ reason }) => reason === `${number} was voided.`)).toBe(true);
  });

  // Proves I38-dunning
  it('waits while the company has an open question, and counts from its answer', async () => {
    const { id, client } = await billed('asking');
    on('2026-12-20');
    const asked = { line: 0, question: 'Why?' };
    const dispute = (await (await client()).post(paths.invoiceQuestions(id), asked)).json;
    await tick('2026-12-30');
    expect(await reminders(id)).toBe(0);
    expect((await (await client()).post(paths.withdrawDispute(dispute.id), {})).status).toBe(200);
    await tick('2027-01-01');
    expect(await reminders(id)).toBe(0);
    await tick('2027-01-02');
    expect(await reminders(id)).toBe(1);
  });
});

describe('a hold on new orders', { timeout: 60_000 }, () => {
  let sites = 0;
  const nextSite = () => {
    sites += 1;
    return sites;
  };
  const accountOf = async ({ client, accountId }: Awaited<ReturnType<typeof billed>>) =>
    (await (await client()).get(paths.account(accountId))).json;
  const order = async ({ client }: Awaited<ReturnType<typeof billed>>) =>
    (await client()).post(paths.sites, siteOrder({ site_name: `Pier ${nextSite()}` }));

  // Proves I38-dunning-hold
  it("is in the company's timeline, of a reissued invoice too", async () => {
    const { accountId } = await billed('reissued');
    const invoiceId = invoiceIdFor({ accountId, period: '2026-12', issue: 2 });
    const { appended } = await paying.portal.commands.execute({
      ...onAccount(accountId),
      command: { type: 'HoldOrders', invoiceId },
      context: newCommand(now(), { kind: 'system', id: 'spec' }, 'spec'),
    });
    await paying.portal.commands.followUp(appended);
    await paying.portal.projections.caughtUp();
    const { json: timeline } = await (await paying.admin()).get(paths.admin.timeline('account', accountId));
    expect((timeline as TimelineEntry[]).map(({ text }) => text)).toContain(
      'New orders on hold until the invoice of Dec 1, 2026 is paid',
    );
  });

  // Proves I38-dunning-hold
  it('refuses them until the invoice is paid', async () => {
    const held = await billed('held');
    const before = await order(held);
    expect(before.status).toBe(201);
    await set({ dunning_steps: [holdStep] });
    await tick('2026-12-21');
    const refused = await order(held);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      `New orders are on hold: $78.00 of invoice ${held.number} was due on Dec 16, 2026. Once it is paid, you can order again.`,
    ]);
    const terms = {
      promotional_reader_rate: '4',
      promotional_months: '12',
      promotional_pricing_active: false,
      promotional_license_pricing: false,
    };
    await (await paying.admin()).patch(paths.admin.promotionalPricing(held.accountId), terms);
    const paid = { amount: 6_500, order: { kind: 'site', site: siteOrder({ number_of_acu_panels: '2' }) } };
    const intent = await (await held.client()).post(paths.createPaymentIntent, paid);
    expect([intent.status, intent.json.error]).toEqual([409, refused.json.error]);
    expect(await accountOf(held)).toMatchObject({
      order_hold: {
        invoice_id: held.id,
        invoice_number: held.number,
        due_date: '2026-12-16',
        open_amount: 78,
      },
    });
    // sites go on
    expect((await (await held.client()).get(paths.sites)).json).toHaveLength(1);
    const payment = {
      type: 'RecordInvoicePayment',
      recordId: 'm1',
      amountCents: null,
      isDemo: true,
      method: 'check',
      paidOn: '2026-12-21',
      reference: '77',
      reason: null,
      today: '2026-12-21',
    } as const;
    await decideInvoice(paying, held.id, payment, now());
    expect((await accountOf(held)).order_hold).toBeNull();
    expect((await order(held)).status).toBe(201);
  });

  // Proves I38-dunning-hold
  it('is released by an administrator with a reason, also for later steps', async () => {
    const held = await billed('heldreleased');
    await set({ dunning_steps: [holdStep, { ...plainStep(10), hold_orders: true }] });
    await tick('2026-12-21');
    expect((await order(held)).status).toBe(409);
    const path = paths.admin.releaseOrderHold(held.accountId);
    const admin = await paying.admin();
    expect((await admin.post(path, { reason: ' ' })).status).toBe(400);
    const released = await admin.post(path, { reason: 'A check is on its way' });
    expect([released.status, released.json.order_hold]).toEqual([200, null]);
    expect((await order(held)).status).toBe(201);
    await tick('2026-12-26');
    expect(await reminders(held.id)).toBe(2);
    expect((await accountOf(held)).order_hold).toBeNull();
    const { json: timeline } = await (await paying.admin()).get(
      paths.admin.timeline('account', held.accountId),
    );
    expect(timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: 'New orders on hold until the invoice of Dec 1, 2026 is paid' }),
        expect.objectContaining({ text: 'New orders allowed again', reason: 'A check is on its way' }),
      ]),
    );
  });
});
