import { type Approval, paths } from '@portal/contract';
import { approvalStream, invoiceStream } from '@portal/domain';
import type { StaffRole } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer } from './support/invoices.ts';
import { ADMIN, PASSWORD } from './support/testPortal.ts';

const NOW = new Date('2026-12-05T15:00:00.000Z');
const LIMIT = 5_000;

let paying: Paying;
let admin: HttpClient;
let jo: HttpClient;
let al: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
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
const statusOf = async (id: string) => (await admin.get(paths.admin.invoice(id))).json.status;
const approve = (client: HttpClient, id: string) => client.post(paths.admin.approveRequest(id), {});
const one = async (id: string): Promise<Approval> => (await admin.get(paths.admin.approvalRequest(id))).json;
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

  it('counts credits, voids, one-off credits, payouts and rate cuts', async () => {
    const { id, accountId } = await invoiceOf('kinds');
    const charge = (amount: string) =>
      jo.post(paths.admin.charges(accountId), { text: 'Goodwill', amount, reason: 'Outage' });
    expect((await jo.post(paths.admin.voidInvoice(id), { reason: 'Wrong' })).status).toBe(202);
    expect((await charge('-60')).status).toBe(202);
    expect((await charge('-40')).status).toBe(200);
    expect((await charge('60')).status).toBe(200);
    const kinds = async () =>
      (
        (await admin.get(`${paths.admin.approvals}?filter=${JSON.stringify({ account_id: accountId })}`))
          .json as Approval[]
      )
        .map(({ kind, amount }) => [kind, amount])
        .sort();
    expect(await kinds()).toEqual([
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
    expect((await kinds()).filter(([kind]) => kind === 'rate_cut')).toEqual([
      ['rate_cut', 60],
      ['rate_cut', 60],
    ]);
  });

  it('holds erasures and re-opened months, whatever it is', async () => {
    const { user, client } = await paying.dealer('erased');
    const gone = `${paths.admin.user(user.id)}?erase=true`;
    const asked = await admin.send('DELETE', gone, { json: { reason: 'asked' } });
    expect(asked.status).toBe(202);
    expect((await admin.get(paths.admin.user(user.id))).status).toBe(200);
    expect((await client.get(paths.user)).json.id).toBe(user.id);
    // of billing, who may not erase
    expect((await approve(al, asked.json.approval_id)).status).toBe(403);
  });
});
