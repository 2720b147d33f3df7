import {
  type Collection,
  type CollectionTotals,
  type PortalSettings,
  paths,
  plainStep,
  type ReminderPreview,
} from '@portal/contract';
import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { decideInvoice, issueInvoice, saveCard } from './support/invoices.ts';

let time = Date.parse('2026-12-01T15:00:00.000Z');
const now = () => new Date(time);
const on = (day: string) => {
  time = Date.parse(`${day}T15:00:00.000Z`);
};

let paying: Paying;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
  await set({ dunning_steps: [plainStep(5)] });
});
afterAll(() => paying.stop());

async function set(settings: Partial<PortalSettings>) {
  const answered = await (await paying.admin()).patch(paths.admin.portalSettings, settings);
  expect(answered.status).toBe(200);
}

/** A dealer with an open invoice of $78.00 for each of these months, due on the 16th. */
async function billed(name: string, ...periods: readonly string[]) {
  const { client, user } = await paying.dealer(name);
  const email = `${name}@example.com`;
  await client.patch(`/api/users/${user.id}`, { email });
  const accountId: string = user.account_id;
  const invoices = [];
  for (const period of periods) {
    invoices.push(await issueInvoice(paying, { accountId, userId: user.id, period }, now()));
  }
  const [first] = invoices as [(typeof invoices)[number]];
  return { accountId, email, ids: invoices.map(({ id }) => id), id: first.id, number: first.number };
}

async function tick(day: string) {
  on(day);
  await paying.portal.tick();
  await paying.portal.projections.caughtUp();
}
async function listed(filter: object, more = ''): Promise<readonly Collection[]> {
  await paying.portal.projections.caughtUp();
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
  const { status, json } = await (await paying.admin()).get(`${paths.admin.collections}?${query}`);
  expect(status).toBe(200);
  return json;
}
const totals = async (filter: object): Promise<readonly CollectionTotals[]> => {
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await (await paying.admin()).get(`${paths.admin.collectionTotals}?${query}`)).json;
};
const remind = async (id: string) => {
  const { status, json } = await (await paying.admin()).post(paths.admin.sendReminder(id), {});
  return status === 200 ? 'sent' : json.error;
};
const preview = async (...ids: readonly string[]): Promise<readonly ReminderPreview[]> =>
  (await (await paying.admin()).post(paths.admin.previewReminders, { ids })).json;
const story = async (id: string) =>
  (await paying.story(invoiceStream(id))).filter((type) => type.includes('Reminder'));
const mailsTo = async (email: string): Promise<readonly string[]> => {
  const { rows } = await paying.portal.database.pool.query(
    "SELECT subject FROM mail_outbox WHERE recipient = $1 AND kind = 'invoiceOverdue' ORDER BY created_at",
    [email],
  );
  return rows.map(({ subject }: { subject: string }) => subject);
};

describe('the list of collections', { timeout: 60_000 }, () => {
  // Proves I39-collections
  it('has overdue invoices by age, with totals, and none that is not overdue or paid', async () => {
    on('2026-12-20');
    // Dec 16 is 4 days ago, Nov 34, Oct 65, Aug 126
    const { accountId, ids } = await billed('aged', '2026-08', '2026-10', '2026-11', '2026-12', '2027-01');
    const own = { account_id: accountId };
    const found = async (filter: object, more?: string) =>
      (await listed({ ...own, ...filter }, more)).map(({ id, age }) => [ids.indexOf(id), age]);
    expect(await found({})).toEqual([
      [0, 'over-90'],
      [1, '61-90'],
      [2, '31-60'],
      [3, '1-30'],
    ]);
    expect(await found({ age: ['31-60', '61-90'] })).toEqual([
      [1, '61-90'],
      [2, '31-60'],
    ]);
    expect(await found({}, `&sort=${encodeURIComponent('["days_overdue","ASC"]')}&range=[0,0]`)).toEqual([
      [3, '1-30'],
    ]);
    expect(await totals(own)).toEqual([{ is_demo: true, invoices: 4, open_amount: 312 }]);
    const [row] = await listed({ id: ids[0] });
    expect(row).toMatchObject({
      due_date: '2026-08-16',
      days_overdue: 126,
      open_amount: 78,
      is_demo: true,
      last_reminder: null,
      promise: 'none',
      card: 'none',
      has_question: false,
    });
    const name = row?.company_name ?? '';
    expect((await listed({ q: name })).length).toBeGreaterThanOrEqual(4);
    const payment = { method: 'check', paid_on: '2026-12-18', reference: '9', amount: '78' };
    await (await paying.admin()).post(paths.admin.recordInvoicePayment(ids[0] ?? ''), payment);
    expect(await totals(own)).toMatchObject([{ invoices: 3, open_amount: 234 }]);
    const counts = await (await paying.admin()).get(
      `${paths.admin.counts}?list=collections&filter=${encodeURIComponent(JSON.stringify(own))}&tabs=[{},{"age":"1-30"}]`,
    );
    expect(counts.json).toEqual([3, 1]);
  });

  // Proves I39-collections
  it('tells of the promise to pay, until its day has passed, and of the card', async () => {
    on('2026-12-20');
    const { accountId } = await billed('promising', '2026-11');
    const own = { account_id: accountId };
    const promise = { promised_on: '2026-12-22', note: 'A check is on its way' };
    expect((await (await paying.admin()).post(paths.admin.promises(accountId), promise)).status).toBe(200);
    await saveCard(paying, accountId);
    expect(await listed(own)).toMatchObject([
      { promise: 'running', promised_on: '2026-12-22', promise_note: 'A check is on its way', card: 'saved' },
    ]);
    on('2026-12-23');
    expect(await listed({ ...own, promise: 'broken' })).toMatchObject([{ promised_on: '2026-12-22' }]);
    expect(await listed({ ...own, promise: ['running', 'none'] })).toEqual([]);
    // a later invoice was not promised
    const { json: account } = await (await paying.admin()).get(paths.admin.account(accountId));
    on('2027-01-20');
    await issueInvoice(paying, { accountId, userId: account.users[0].id, period: '2027-01' }, now());
    expect((await listed(own)).map((row) => row.promise)).toEqual(['broken', 'none']);
  });
});

describe('a reminder by an administrator', { timeout: 60_000 }, () => {
  // Proves I39-manual-reminders
  it('is mailed once a day, and the step of dunning still is', async () => {
    on('2026-12-01');
    const { id, number, email, accountId } = await billed('reminded', '2026-12');
    await tick('2026-12-18');
    expect(await preview(id)).toEqual([
      { id, account_id: accountId, invoice_number: number, mails: 1, refusal: null },
    ]);
    expect(await Promise.all([remind(id), remind(id)])).toEqual(
      expect.arrayContaining(['sent', 'A reminder was sent today already.']),
    );
    expect(await preview(id)).toMatchObject([{ refusal: 'A reminder was sent today already.' }]);
    expect(await listed({ id })).toMatchObject([
      { last_reminder_on: '2026-12-18', last_reminder: { kind: 'manual', days: null } },
    ]);
    await tick('2026-12-21');
    expect(await story(id)).toEqual(['InvoiceManualReminderSent', 'InvoiceReminderSent']);
    expect(await listed({ id })).toMatchObject([
      { last_reminder_on: '2026-12-21', last_reminder: { kind: 'overdue', days: 5 } },
    ]);
    expect(await remind(id)).toBe('A reminder was sent today already.');
    on('2026-12-22');
    expect(await remind(id)).toBe('sent');
    const subject = `Invoice ${number} is overdue`;
    await expect.poll(() => mailsTo(email), { timeout: 30_000 }).toEqual([subject, subject, subject]);
  });

  // Proves I39-manual-reminders
  it('on the day of a step neither takes its place nor charges its fee', async () => {
    await set({
      dunning_steps: [
        { days: 5, subject: 'Last notice', text: '', late_fee_cents: 1_500, hold_orders: false },
      ],
    });
    on('2026-12-01');
    const { id, number, email } = await billed('sameday', '2026-12');
    on('2026-12-21');
    await paying.portal.projections.caughtUp();
    expect(await remind(id)).toBe('sent');
    await expect.poll(() => mailsTo(email), { timeout: 30_000 }).toEqual([`Invoice ${number} is overdue`]);
    await tick('2026-12-21');
    expect(await story(id)).toEqual(['InvoiceManualReminderSent', 'InvoiceReminderSent']);
    await expect.poll(() => mailsTo(email), { timeout: 30_000 }).toContain(`Last notice: ${number}`);
    await set({ dunning_steps: [plainStep(5)] });
  });

  // Proves I39-manual-reminders
  it('waits for the answer to a question, and is refused where nothing is overdue', async () => {
    on('2026-12-01');
    const { id, number } = await billed('questioning', '2026-12');
    await paying.portal.projections.caughtUp();
    expect(await remind(id)).toBe(`${number} is not overdue.`);
    on('2026-12-20');
    const client = await paying.signedIn('questioning');
    const asked = (await client.post(paths.invoiceQuestions(id), { line: 0, question: 'Why?' })).json;
    await paying.portal.projections.caughtUp();
    const paused = 'Reminders are paused while the company waits for an answer to its question.';
    expect(await remind(id)).toBe(paused);
    expect(await preview(id)).toMatchObject([{ refusal: paused }]);
    expect(await listed({ id })).toMatchObject([{ has_question: true }]);
    expect((await client.post(paths.withdrawDispute(asked.id), {})).status).toBe(200);
    await paying.portal.projections.caughtUp();
    expect(await remind(id)).toBe('sent');
    await decideInvoice(paying, id, { type: 'VoidInvoice', reason: 'Wrong' }, now());
    expect(await remind(id)).toBe(`${number} is not open any more.`);
    expect((await (await paying.admin()).post(paths.admin.sendReminder('none'), {})).status).toBe(404);
  });
});
