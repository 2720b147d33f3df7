import { type ApprovalDetail, paths } from '@portal/contract';
import { approvalStream, BOOKS_STREAM, booksDecider, invoiceStream } from '@portal/domain';
import type { StaffRole } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { type Paying, startPaying } from './payments/support.ts';
import { authenticator } from './support/authenticator.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer } from './support/invoices.ts';
import { ADMIN, PASSWORD, siteOrder } from './support/testPortal.ts';

const NOW = new Date('2026-12-05T15:00:00.000Z');
const LIMIT = 5_000;

let now = NOW;
let paying: Paying;
let admin: HttpClient;
let jo: HttpClient;
let al: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => now });
  admin = await paying.admin();
  [jo, al] = [await staff('billing'), await staff('billing')];
  await limit(LIMIT);
});
afterAll(() => paying.stop());

let made = 0;
async function staff(staff_role: StaffRole): Promise<HttpClient> {
  made += 1;
  const username = `${staff_role}${made}`;
  const added = await admin.post(paths.admin.users, {
    ...{ username, password: PASSWORD, name: username, email: `${username}@example.com` },
    ...{ company: 'Portal', is_admin: true, staff_role },
  });
  expect(added.status).toBe(201);
  return paying.signedIn(username);
}

async function limit(approval_limit_cents: number | null) {
  expect((await admin.patch(paths.admin.portalSettings, { approval_limit_cents })).status).toBe(200);
}

/** An open invoice of $78.00. */
const invoiceOf = async (name: string) => {
  const { id, accountId } = await billedDealer(paying, name, NOW);
  await paying.portal.projections.caughtUp();
  return { id, accountId };
};
const writeOff = (client: HttpClient, id: string) =>
  client.post(paths.admin.writeOffInvoice(id), { reason: 'Bankrupt' });
/** Kind and dollars of what was asked for about a company. */
const kindsOf = async (accountId: string) => {
  const filter = JSON.stringify({ account_id: accountId });
  const { json } = await admin.get(`${paths.admin.approvals}?filter=${filter}`);
  return (json as ApprovalDetail[]).map(({ kind, amount }) => [kind, amount]).sort();
};
const statusOf = async (id: string) => (await admin.get(paths.admin.invoice(id))).json.status;
const approve = (client: HttpClient, id: string) => client.post(paths.admin.approveRequest(id), {});
const one = async (id: string): Promise<ApprovalDetail> =>
  (await admin.get(paths.admin.approvalRequest(id))).json;
const mailsTo = async (kind: string) => {
  const { rows } = await paying.portal.database.pool.query(
    'SELECT recipient FROM mail_outbox WHERE kind = $1 ORDER BY recipient',
    [kind],
  );
  return rows.map(({ recipient }: { recipient: string }) => recipient);
};

// Proves I40-approvals
describe('a change above the limit', () => {
  it('waits, and is done in the name of who asked once somebody else approves', async () => {
    const { id, accountId } = await invoiceOf('first');
    const asked = await writeOff(jo, id);
    expect([asked.status, asked.json.message]).toEqual([
      202,
      'Somebody else has to approve this. It is done once they have.',
    ]);
    const { approval_id: approvalId } = asked.json;
    expect(await statusOf(id)).toBe('pending');
    expect(await one(approvalId)).toMatchObject({
      ...{ kind: 'write_off', amount: 78, account_id: accountId, about: 'invoice', about_id: id },
      ...{ requested_by_name: 'billing1', reason: 'Bankrupt', status: 'waiting' },
      ...{ action: 'Write off what is open of an invoice', entries: [{ name: 'Reason', value: 'Bankrupt' }] },
    });
    expect((await admin.get(paths.admin.overview)).json.waiting.approvals).toBe(1);
    await expect
      .poll(() => mailsTo('approvalRequested'), { timeout: 30_000 })
      .toContain('billing2@example.com');
    expect(await mailsTo('approvalRequested')).not.toContain('billing1@example.com');

    const approved = await approve(al, approvalId);
    expect([approved.status, approved.json.status, approved.json.decided_by_name]).toEqual([
      200,
      'done',
      'billing2',
    ]);
    expect(await statusOf(id)).toBe('written_off');
    const { json: events } = await admin.get(paths.admin.timeline('invoice', id));
    expect(JSON.stringify(events)).toContain('billing1, approved by billing2');
    const [writtenOff] = (await paying.portal.readStream(invoiceStream(id))).slice(-1);
    const [joId, alId] = await Promise.all([jo, al].map(async (who) => (await who.get(paths.user)).json.id));
    expect(writtenOff).toMatchObject({
      event: { type: 'InvoiceWrittenOff' },
      metadata: { actor: { kind: 'admin', id: joId }, approvedBy: alId, correlationId: approvalId },
    });
    await expect
      .poll(() => mailsTo('approvalCarriedOut'), { timeout: 30_000 })
      .toEqual(['billing1@example.com']);
  });

  it('is never approved by who asked, whoever else tries at the same time', async () => {
    const { id } = await invoiceOf('racing');
    const { approval_id: approvalId } = (await writeOff(jo, id)).json;
    const own = await Promise.all(Array.from({ length: 64 }, () => approve(jo, approvalId)));
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await statusOf(id)).toBe('pending');
    const raced = await Promise.all(
      Array.from({ length: 16 }, (_, turn) => approve(turn % 2 === 0 ? al : admin, approvalId)),
    );
    expect(raced.some(({ status }) => status === 200)).toBe(true);
    const story = await paying.story(invoiceStream(id));
    expect(story.filter((type) => type === 'InvoiceWrittenOff')).toHaveLength(1);
    const approvals = await paying.story(approvalStream(approvalId));
    expect(approvals).toEqual(['ApprovalRequested', 'ApprovalGiven', 'ApprovalCarriedOut']);
  });

  it('is declined with a reason, or withdrawn, and stays undone', async () => {
    const { id } = await invoiceOf('declined');
    const first = (await writeOff(jo, id)).json.approval_id;
    expect((await al.post(paths.admin.declineRequest(first), { reason: ' ' })).status).toBe(400);
    const declined = await al.post(paths.admin.declineRequest(first), { reason: 'They will pay' });
    expect(declined.json).toMatchObject({ status: 'declined', remark: 'They will pay' });
    const second = (await writeOff(jo, id)).json.approval_id;
    expect((await al.post(paths.admin.withdrawRequest(second), {})).status).toBe(403);
    expect((await jo.post(paths.admin.withdrawRequest(second), {})).json.status).toBe('withdrawn');
    for (const approvalId of [first, second]) expect((await approve(al, approvalId)).status).toBe(409);
    expect(await statusOf(id)).toBe('pending');
  });

  it('fails where the portal refuses it by then, and says why', async () => {
    const { id } = await invoiceOf('meanwhile');
    const { approval_id: approvalId } = (await writeOff(jo, id)).json;
    const paid = { method: 'check', paid_on: '2026-12-05', reference: '1234' };
    expect((await al.post(paths.admin.recordInvoicePayment(id), paid)).status).toBe(200);
    const failed = await approve(al, approvalId);
    expect([failed.status, failed.json.error]).toEqual([
      409,
      expect.stringMatching(/^Approved, but it could not be carried out: /),
    ]);
    expect(await one(approvalId)).toMatchObject({ status: 'failed', remark: expect.any(String) });
  });

  it('is not approved by support or an auditor, and not done for who lost the role', async () => {
    const { id } = await invoiceOf('roles');
    const leaving = await staff('billing');
    const { approval_id: approvalId } = (await writeOff(leaving, id)).json;
    for (const role of ['support', 'auditor'] as const)
      expect((await approve(await staff(role), approvalId)).status).toBe(403);
    const { id: userId } = (await leaving.get(paths.user)).json;
    await admin.post(paths.stepUp, {
      currentPassword: ADMIN.password,
    });
    expect((await admin.patch(paths.admin.user(userId), { staff_role: 'auditor' })).status).toBe(200);
    expect((await approve(al, approvalId)).status).toBe(409);
    expect(await statusOf(id)).toBe('pending');
  });
});

// Proves I40-approvals
describe('the limit', () => {
  it('lets through what is not above it, and everything without one', async () => {
    const { id } = await invoiceOf('below');
    await limit(7_800);
    expect((await writeOff(jo, id)).status).toBe(200);
    await limit(null);
    const other = await invoiceOf('none');
    expect((await writeOff(jo, other.id)).status).toBe(200);
    await limit(LIMIT);
  });

  it('counts voids, one-off credits and rate cuts', async () => {
    const { id, accountId } = await invoiceOf('kinds');
    const charge = (amount: string) =>
      jo.post(paths.admin.charges(accountId), { text: 'Goodwill', amount, reason: 'Outage' });
    expect((await jo.post(paths.admin.voidInvoice(id), { reason: 'Wrong' })).status).toBe(202);
    expect((await charge('-60')).status).toBe(202);
    expect((await charge('-40')).status).toBe(200);
    expect((await charge('60')).status).toBe(200);
    expect(await kindsOf(accountId)).toEqual([
      ['credit', 60],
      ['credit', 78],
    ]);
    // 20 readers at $3.00 less
    const { json: site } = await admin.post(paths.admin.sites, {
      ...{ site_name: 'Yard', number_of_acu_panels: '1', number_of_readers: '20', account_id: accountId },
    });
    expect(
      (
        await jo.patch(
          paths.admin.readerRate((await admin.get(paths.admin.account(accountId))).json.users[0].id),
          { rate: '3.50' },
        )
      ).status,
    ).toBe(202);
    expect((await admin.patch(paths.admin.site(site.id), { custom_reader_rate: '3.50' })).status).toBe(202);
    expect((await admin.patch(paths.admin.site(site.id), { custom_reader_rate: '6.00' })).status).toBe(200);
    // a site that is not active may be activated later
    expect((await admin.patch(paths.admin.site(site.id), { status: 'inactive' })).status).toBe(200);
    expect((await admin.patch(paths.admin.site(site.id), { custom_reader_rate: '2.50' })).status).toBe(202);
    const cuts = (await kindsOf(accountId)).filter(([kind]) => kind === 'rate_cut');
    expect(cuts.map(([, amount]) => amount)).toEqual([60, 60, 70]);
  });

  it('counts refunds, credits, payouts and what settles a question', async () => {
    const { client, id, accountId } = await billedDealer(paying, 'paid', NOW);
    const check = { method: 'check', paid_on: '2026-12-05', reference: '1234' };
    expect((await admin.post(paths.admin.recordInvoicePayment(id), check)).status).toBe(200);
    const sent = { method: 'check', refunded_on: '2026-12-05', reference: '77' };
    const refunded = await jo.post(paths.admin.refundInvoice(id), { amount: '60', ...sent });
    const question = await client.post(paths.invoiceQuestions(id), { line: 0, question: 'Why 12?' });
    const settled = await jo.post(paths.admin.closeDispute(question.json.id), {
      ...{ outcome: 'credited', explanation: 'Ten readers', amount: '55' },
    });
    expect([refunded.status, settled.status]).toEqual([202, 202]);
    expect((await one(refunded.json.approval_id)).entries).toEqual([
      { name: 'Amount', value: '$60.00' },
      { name: 'Method', value: 'check' },
      { name: 'Refunded on', value: 'Dec 5, 2026' },
      { name: 'Reference', value: '77' },
    ]);
    expect((await admin.get(paths.admin.dispute(question.json.id))).json.status).toBe('open');
    expect((await approve(al, settled.json.approval_id)).json.status).toBe('done');
    expect((await admin.get(paths.admin.dispute(question.json.id))).json).toMatchObject({
      ...{ status: 'closed', outcome: 'credited', settled_amount: 55 },
    });
    const paidOut = { method: 'check', amount: '55', paid_on: '2026-12-05', reference: '78', reason: 'Left' };
    const payout = await jo.post(paths.admin.payOutCredit(accountId), paidOut);
    expect(payout.status).toBe(202);
    expect((await approve(al, payout.json.approval_id)).json.status).toBe('done');
    expect((await admin.get(paths.admin.credit(accountId))).json.payouts).toMatchObject([{ amount: 55 }]);
    // less than that is left of what was paid
    expect((await approve(al, refunded.json.approval_id)).status).toBe(409);
    expect(await kindsOf(accountId)).toEqual([
      ['credit', 55],
      ['refund', 55],
      ['refund', 60],
    ]);
  });

  it('counts what rejecting an order or deleting its site refunds', async () => {
    const { client, user } = await paying.dealer('orders');
    // the second panel of a site costs $65
    const prices = { promotional_pricing_active: false, promotional_license_pricing: false };
    await admin.patch(paths.admin.promotionalPricing(user.account_id), {
      ...{ promotional_reader_rate: '4', promotional_months: '12', ...prices },
    });
    const paidSite = async (name: string) => {
      const site = siteOrder({ site_name: name, number_of_acu_panels: '2' });
      const items = [{ name: 'Additional ACU Panel', price: 6_500 }];
      const order = { kind: 'site', site };
      const { json } = await client.post(paths.createPaymentIntent, { amount: 6_500, items, order });
      await paying.stripe.paymentIntents.confirm(json.paymentIntentId, { payment_method: 'pm_card_visa' });
      const made = await client.post(paths.sites, { ...site, orderId: json.orderId });
      return { orderId: json.orderId as string, siteId: made.json.id as string };
    };
    const [first, second] = [await paidSite('North'), await paidSite('South')];
    const support = await staff('support');
    const reason = { json: { reason: 'No such place' } };
    const rejected = await support.send('DELETE', paths.admin.order(first.orderId), reason);
    const deleted = await support.send('DELETE', paths.admin.site(second.siteId), reason);
    expect([rejected.status, deleted.status]).toEqual([202, 202]);
    expect(await kindsOf(user.account_id)).toEqual([
      ['refund', 65],
      ['refund', 65],
    ]);
    for (const { json } of [rejected, deleted])
      expect((await approve(al, json.approval_id)).json.status).toBe('done');
    for (const { orderId } of [first, second])
      await expect
        .poll(async () => (await admin.get(paths.admin.order(orderId))).json.status, { timeout: 30_000 })
        .toBe('rejected');
  });

  it('holds a re-opened month, which concerns no company', async () => {
    const figures = { postings: 0, debitCents: 0 };
    await paying.portal.commands.execute({
      stream: BOOKS_STREAM,
      decider: booksDecider,
      command: {
        ...{ type: 'CloseMonth', period: '2026-11', endsAt: '2026-12-01T05:00:00.000Z', today: '2026-12-05' },
        ...{ live: figures, demo: figures, exceptions: [] },
      },
      context: newCommand(NOW, { kind: 'system', id: 'spec' }, 'spec'),
      accounts: [],
    });
    const asked = await jo.post(paths.admin.reopenMonth, {
      period: '2026-11',
      reason: 'A check was forgotten',
    });
    expect(asked.status).toBe(202);
    const closedThrough = async () => (await admin.get(paths.admin.books)).json.closed_through;
    expect(await closedThrough()).toBe('2026-11');
    expect(await one(asked.json.approval_id)).toMatchObject({ kind: 'reopened_month', account_id: null });
    expect((await approve(al, asked.json.approval_id)).json.status).toBe('done');
    expect(await closedThrough()).toBeNull();
  });

  it('is done for who signs in by a passkey, where a second factor is needed', async () => {
    const { id } = await invoiceOf('passkey');
    const { approval_id: approvalId } = (await writeOff(jo, id)).json;
    const origin = new URL(paying.portal.url).origin;
    const key = authenticator(origin);
    await al.post(paths.stepUp, { currentPassword: PASSWORD });
    const { json: options } = await al.post(paths.passkeyOptions, {});
    await al.post(paths.passkeys, { name: 'Key', response: key.register(options) });
    const needed = (admin_second_factor: boolean) =>
      paying.portal.portalSettings.change({ admin_second_factor }, { userId: 'spec', at: NOW.toISOString() });
    await needed(true);
    try {
      expect((await approve(al, approvalId)).status).toBe(403);
      const byPasskey = paying.client();
      const { json: asked } = await byPasskey.post(paths.passkeyLoginOptions, {});
      await byPasskey.post(paths.passkeyLogin, { response: key.signIn(asked) });
      expect((await approve(byPasskey, approvalId)).json.status).toBe('done');
    } finally {
      await needed(false);
    }
    expect(await statusOf(id)).toBe('written_off');
  });

  it('holds an erasure, before the sessions end', async () => {
    const { user, client } = await paying.dealer('erased');
    const gone = `${paths.admin.user(user.id)}?erase=true`;
    const asked = await admin.send('DELETE', gone, { json: { reason: 'asked' } });
    expect(asked.status).toBe(202);
    expect((await admin.get(paths.admin.user(user.id))).status).toBe(200);
    expect((await client.get(paths.user)).json.id).toBe(user.id);
    // of billing, who may not erase
    expect((await approve(al, asked.json.approval_id)).status).toBe(403);
  });

  it('adds up what one person gives a company in a day, also at once, without what was approved', async () => {
    const { accountId } = await invoiceOf('steps');
    const credit = (client: HttpClient, amount: string, account = accountId) =>
      client.post(paths.admin.charges(account), { text: 'Goodwill', amount, reason: 'Outage' });
    const raced = await Promise.all(['-20', '-21', '-22', '-23', '-24'].map((amount) => credit(jo, amount)));
    // two of them are not above $50.00
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202, 202]);
    expect((await credit(jo, '-30')).status).toBe(202);
    // another person, and another company
    expect((await credit(al, '-30')).status).toBe(200);
    expect((await credit(jo, '-30', (await invoiceOf('other')).accountId)).status).toBe(200);
    const given = raced.reduce((sum, { status }, place) => sum + (status === 200 ? 20 + place : 0), 0);
    const held = raced.find(({ status }) => status === 202)?.json.approval_id;
    expect((await one(held)).given_that_day).toBe(given);
    expect((await approve(al, held)).json.status).toBe('done');
    expect((await credit(al, '-20')).status).toBe(200);
    now = new Date('2026-12-06T15:00:00.000Z');
    // sessions end after a day
    const next = await paying.signedIn('billing1');
    expect((await credit(next, '-50')).status).toBe(200);
    expect((await credit(next, '-1')).status).toBe(202);
  });
});
