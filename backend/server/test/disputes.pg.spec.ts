import { type Dispute, paths } from '@portal/contract';
import { disputeStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';

const WAIT = { timeout: 15_000, interval: 50 };
const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;
let other: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
  other = (await paying.dealer('other')).client;
});
afterAll(() => paying.stop());

/** A dealer with an open invoice of $78.00 for one site. */
async function billed(name: string) {
  const { client, user } = await paying.dealer(name);
  const { id } = await issueInvoice(
    paying,
    { accountId: user.account_id, userId: user.id, period: '2026-12' },
    NOW,
  );
  return { client, accountId: user.account_id, invoiceId: id };
}
const ask = (
  client: HttpClient,
  invoiceId: string,
  body: object = { line: 0, question: 'We agreed on $5.00' },
) => client.post(`/api/invoices/${invoiceId}/questions`, body);
const close = (id: string, body: object) => admin.post(`/api/admin/disputes/${id}/close`, body);
const mails = async (q: string): Promise<{ id: string; kind: string; recipient: string }[]> =>
  (await admin.get(`/api/admin/mails?filter=${encodeURIComponent(JSON.stringify({ q }))}`)).json;

describe('asking', () => {
  // Proves I7-dispute-1
  it('opens a dispute about a line, which administrators see and get a mail about', async () => {
    const { client, invoiceId, accountId } = await billed('asker');
    const asked = await ask(client, invoiceId);
    expect([asked.status, asked.json]).toMatchObject([
      201,
      {
        id: `${invoiceId}.0`,
        account_id: accountId,
        invoice_id: invoiceId,
        status: 'open',
        amount: 78,
        messages: [{ by: 'dealer', text: 'We agreed on $5.00' }],
      },
    ]);
    expect((await client.get('/api/disputes')).json).toMatchObject([{ id: asked.json.id }]);
    const listed = await admin.get('/api/admin/disputes?status=open');
    expect(listed.json.map(({ id }: Dispute) => id)).toContain(asked.json.id);
    await vi.waitFor(
      async () =>
        expect(await mails('was questioned')).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'chargeQuestioned', recipient: 'admin@localhost' }),
          ]),
        ),
      WAIT,
    );
  });

  it('is refused twice, without line or text, for another’s or an unknown invoice, and to administrators', async () => {
    const { client, invoiceId } = await billed('twice');
    await ask(client, invoiceId);
    expect((await ask(client, invoiceId)).status).toBe(409);
    expect((await ask(client, invoiceId, { line: 7, question: 'Why?' })).status).toBe(422);
    for (const body of [
      { line: 0 },
      { line: 0, question: ' ' },
      { line: -1, question: 'x' },
      { line: 'a', question: 'x' },
    ]) {
      expect((await ask(client, invoiceId, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await ask(other, invoiceId)).status).toBe(404);
    expect((await ask(client, 'nobody_2026-12')).status).toBe(404);
    expect((await ask(admin, invoiceId)).status).toBe(403);
  });
});

describe('answering', () => {
  // Proves I7-dispute-1
  it('alternates, mailing each side, until the dealer withdraws', async () => {
    const { client, invoiceId } = await billed('talker');
    const { id } = (await ask(client, invoiceId)).json;
    expect((await admin.post(`/api/admin/disputes/${id}/replies`, { text: 'Since June' })).status).toBe(201);
    expect(
      (await client.post(`/api/disputes/${id}/replies`, { text: 'Not so' })).json.messages,
    ).toMatchObject([
      { by: 'dealer' },
      { by: 'admin', text: 'Since June' },
      { by: 'dealer', text: 'Not so' },
    ]);
    const withdrawn = await client.post(`/api/disputes/${id}/withdraw`);
    expect(withdrawn.json).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
    expect((await client.post(`/api/disputes/${id}/replies`, { text: 'More' })).status).toBe(409);
    expect((await ask(client, invoiceId)).json).toMatchObject({ id, status: 'open' });
    const sent = await vi.waitFor(async () => {
      const all = await mails('');
      expect(all.filter(({ kind }) => kind === 'questionAnswered')).toHaveLength(2);
      expect(all.map(({ kind }) => kind)).toContain('questionWithdrawn');
      return all;
    }, WAIT);
    for (const { id: mailId, recipient } of sent.filter(({ kind }) => kind === 'questionAnswered')) {
      const { text } = (await admin.get(paths.admin.mail(mailId))).json;
      expect(text).toContain(
        recipient === 'admin@localhost'
          ? 'replied about a charge'
          : 'Your question about a charge was answered',
      );
    }
  });

  // Proves I7-dispute-1
  it("is limited to one's own company", async () => {
    const { client, invoiceId } = await billed('private');
    const { id } = (await ask(client, invoiceId)).json;
    expect((await other.get(`/api/disputes/${id}`)).status).toBe(404);
    expect((await other.post(`/api/disputes/${id}/replies`, { text: 'Hm' })).status).toBe(404);
    expect((await other.post(`/api/disputes/${id}/withdraw`)).status).toBe(404);
    expect((await other.get('/api/disputes')).json).toEqual([]);
    expect((await client.get('/api/admin/disputes')).status).toBe(403);
    expect((await close('nobody_2026-12.0', { outcome: 'explained', explanation: 'x' })).status).toBe(404);
    expect((await close('not an id', { outcome: 'explained', explanation: 'x' })).status).toBe(404);
  });
});

describe('settling', () => {
  // Proves I7-dispute-2
  it('by explanation leaves the invoice unchanged and tells the dealer why', async () => {
    const { client, invoiceId } = await billed('explained');
    const { id } = (await ask(client, invoiceId)).json;
    expect((await close(id, { outcome: 'explained', explanation: '' })).status).toBe(400);
    expect((await close(id, { outcome: 'explained', explanation: 'ok', amount: '5' })).status).toBe(422);
    expect(
      (await close(id, { outcome: 'explained', explanation: 'The rate holds from June' })).json,
    ).toMatchObject({
      status: 'closed',
      outcome: 'explained',
    });
    expect((await client.get(`/api/invoices/${invoiceId}`)).json.status).toBe('pending');
    await vi.waitFor(async () => expect(await mails('is settled')).not.toEqual([]), WAIT);
  });

  // Proves I7-dispute-2
  it('by credit or refund works once, for a paid invoice only', async () => {
    const { client, invoiceId } = await billed('credited');
    const { id } = (await ask(client, invoiceId)).json;
    const credit = { outcome: 'credited', explanation: 'You are right', amount: '18.00' };
    expect((await close(id, credit)).status).toBe(409);
    expect((await client.get(`/api/disputes/${id}`)).json.status).toBe('open');
    await decideInvoice(
      paying,
      invoiceId,
      {
        type: 'RecordInvoicePayment',
        recordId: 'm1',
        amountCents: null,
        isDemo: false,
        method: 'check',
        paidOn: '2026-12-20',
        reference: '7',
        reason: null,
        today: '2026-12-20',
      },
      NOW,
    );
    expect((await close(id, { ...credit, amount: '' })).status).toBe(422);
    expect((await close(id, { ...credit, amount: '1.234' })).status).toBe(400);
    const key = { 'Idempotency-Key': 'settle-once' };
    const send = () => admin.post(`/api/admin/disputes/${id}/close`, credit, key);
    expect((await send()).json).toMatchObject({ status: 'closed', outcome: 'credited', settled_amount: 18 });
    expect((await send()).json).toMatchObject({ outcome: 'credited' });
    expect((await client.get(`/api/invoices/${invoiceId}`)).json.credited_amount).toBe(18);
  });

  // Proves I7-dispute-3
  it('returns money once when two administrators settle at the same time', async () => {
    const { client, invoiceId } = await billed('settledonce');
    const { id } = (await ask(client, invoiceId)).json;
    const payment = { method: 'check', paidOn: '2026-12-20', reference: '8', reason: null } as const;
    await decideInvoice(
      paying,
      invoiceId,
      {
        type: 'RecordInvoicePayment',
        recordId: 'm1',
        amountCents: null,
        isDemo: false,
        ...payment,
        today: '2026-12-20',
      },
      NOW,
    );
    const credit = { outcome: 'credited', explanation: 'You are right', amount: '18.00' };
    const other = { ...credit, amount: '30.00' };
    const answers = await Promise.all([credit, credit, other, other].map((body) => close(id, body)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const { settled_amount: settled } = (await client.get(`/api/disputes/${id}`)).json;
    expect((await client.get(`/api/invoices/${invoiceId}`)).json.credited_amount).toBe(settled);
    expect(await paying.story(disputeStream(id))).toEqual(['DisputeOpened', 'DisputeClosed']);
    // settled already: a request of its own gives nothing more
    expect((await close(id, credit)).status).toBe(200);
    expect((await client.get(`/api/invoices/${invoiceId}`)).json.credited_amount).toBe(settled);
    // asked again, it is settled anew
    await ask(client, invoiceId);
    expect((await close(id, { ...credit, amount: '2.00' })).status).toBe(200);
    expect((await client.get(`/api/invoices/${invoiceId}`)).json.credited_amount).toBe(settled + 2);
  });
});
