import { type PortalSettings, paths, plainStep, type TimelineEntry } from '@portal/contract';
import { invoiceStream } from '@portal/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';

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
