import { randomUUID } from 'node:crypto';
import { invoiceDecider, invoiceStream, receiptDecider, receiptStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice, saveCard } from './support/invoices.ts';
import { pages, stated, summary } from './support/moneyFigures.ts';
import { pdfText } from './support/pdfText.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

/** A dealer with invoices of $200.00, $200.00 and $91.00. */
async function owing(name: string) {
  const { client, user } = await paying.dealer(name);
  const accountId = user.account_id as string;
  const issue = async (period: string, cents: number) =>
    issueInvoice(
      paying,
      { accountId, userId: user.id, period, lines: [{ readers: 1, rateCents: cents }] },
      NOW,
    );
  const invoices = [
    await issue('2026-10', 20_000),
    await issue('2026-11', 20_000),
    await issue('2026-12', 9_100),
  ];
  return {
    client,
    userId: user.id as string,
    accountId,
    ids: invoices.map(({ id }) => id),
    numbers: invoices.map(({ number }) => number),
  };
}
const AMOUNTS = ['200.00', '200.00', '91.00'];
const sharesOf = (ids: readonly string[], amounts: readonly string[] = AMOUNTS) =>
  ids.flatMap((invoice_id, index) => {
    const amount = amounts[index];
    return amount === undefined ? [] : [{ invoice_id, amount }];
  });
const check = (ids: readonly string[], more: object = {}) => ({
  method: 'check',
  amount: '491.00',
  received_on: '2026-12-18',
  reference: '1234',
  reason: 'By post',
  shares: sharesOf(ids),
  ...more,
});
const record = (accountId: string, body: object, headers?: Record<string, string>) =>
  admin.post(`/api/admin/accounts/${accountId}/receipts`, body, headers);
const reverse = (id: string, reason = 'It bounced') =>
  admin.post(`/api/admin/receipts/${id}/reverse`, { reason });
const detail = async (id: string) => (await admin.get(`/api/admin/invoices/${id}`)).json;
const mailsOf = async (userId: string) => {
  const { json } = await admin.get('/api/admin/mails');
  return (json as { user_id: string; kind: string; subject: string; id: string }[]).filter(
    ({ user_id, kind }) => user_id === userId && /paid|reversed/i.test(kind),
  );
};

describe('a check over three invoices', () => {
  // Proves I38-receipts-1
  it('pays them, and opens them again when it bounces', async () => {
    const { client, accountId, userId, ids, numbers } = await owing('three');
    const answered = await record(accountId, check(ids));
    expect([answered.status, answered.json]).toMatchObject([
      200,
      {
        account_id: accountId,
        method: 'check',
        amount: 491,
        received_on: '2026-12-18',
        reference: '1234',
        reason: 'By post',
        reversed_on: null,
        shares: ids.map((invoice_id, index) => ({
          invoice_id,
          invoice_number: numbers[index],
          amount: Number(AMOUNTS[index]),
        })),
      },
    ]);
    expect(await pages(client, ...ids)).toEqual(ids.map(() => ['paid', 0]));
    expect([await summary(client), await stated(client)]).toEqual([{ balance: 0, credit: 0 }, 0]);
    const { id } = answered.json;
    const of = { id, amount: 491, invoice_numbers: numbers };
    for (const invoice of ids) {
      expect((await detail(invoice)).payments).toMatchObject([
        { kind: 'check', reference: '1234', receipt: of },
      ]);
      const [own] = (await client.get(`/api/invoices/${invoice}`)).json.payments;
      expect(own.receipt).toBeUndefined();
    }
    const listed = (
      await admin.get(`/api/admin/receipts?filter=${encodeURIComponent(`{"account_id":"${accountId}"}`)}`)
    ).json;
    expect(listed).toMatchObject(
      ids.map(() => ({ receipt_id: id, receipt_amount: 491, reference: '1234', reversed_on: null })),
    );
    const pdf = await pdfText((await client.get(`/api/invoices/${ids[2]}/invoice.pdf`)).bytes);
    expect(pdf).toContain('Paid by check, reference 1234.');

    const back = await reverse(id);
    expect([back.status, back.json.reversed_on]).toEqual([200, '2026-12-20']);
    expect(await pages(client, ...ids)).toEqual([
      ['pending', 200],
      ['pending', 200],
      ['pending', 91],
    ]);
    expect([await summary(client), await stated(client)]).toEqual([{ balance: 491, credit: 0 }, 491]);
    expect((await reverse(id)).status).toBe(200);
    // one mail for each, not one for each invoice
    const mails = await eventually(async () => {
      const sent = await mailsOf(userId);
      return sent.length >= 2 ? sent : null;
    });
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'A payment for 3 invoices was reversed',
      'Payment received for 3 invoices',
    ]);
  });

  // Proves I38-receipts-3
  it('stands in the timelines of company and invoice with the administrator and the reasons', async () => {
    const { accountId, ids, numbers } = await owing('timelines');
    const { id } = (await record(accountId, check(ids))).json;
    await reverse(id);
    const timeline = async (kind: string, of: string, scope = '') =>
      (await admin.get(`/api/admin/audit/${kind}/${of}/timeline${scope}`)).json as {
        type: string;
        text: string;
        reason: string | null;
        actor: { kind: string };
      }[];
    const company = await timeline('account', accountId, '?scope=all');
    const [first, second, third] = numbers;
    expect(company.filter(({ type }) => type.startsWith('Receipt'))).toMatchObject([
      {
        text: `Check 1234 of $491.00 recorded, received on Dec 18, 2026: $200.00 for ${first}, $200.00 for ${second}, $91.00 for ${third}`,
        reason: 'By post',
        actor: { kind: 'admin' },
      },
      { text: 'Check 1234 of $491.00 reversed on Dec 20, 2026: It bounced', actor: { kind: 'admin' } },
    ]);
    const [, paid, reversed] = await timeline('invoice', ids[2] as string);
    expect(paid).toMatchObject({ type: 'InvoicePaid', reason: 'By post', actor: { kind: 'admin' } });
    expect(reversed).toMatchObject({
      text: 'Payment of $91.00 reversed on Dec 20, 2026: It bounced',
      reason: 'It bounced',
      actor: { kind: 'admin' },
    });
  });

  // Proves I38-receipts-1
  it('is not reversed by one share', async () => {
    const { accountId, ids } = await owing('alone');
    await record(accountId, check(ids));
    const [payment] = (await detail(ids[0] as string)).payments;
    const body = { payment_id: payment.id, reason: 'It bounced' };
    const answered = await admin.post(`/api/admin/invoices/${ids[0]}/reverse-payment`, body);
    expect([answered.status, answered.json]).toMatchObject([
      422,
      {
        error: 'This is part of check 1234 over 3 invoices. Reverse the whole check.',
        errors: [{ path: 'payment_id' }],
      },
    ]);
  });

  // Proves I38-receipts-1
  it('takes a surplus as account credit, which pays what opens next', async () => {
    const { client, accountId, ids } = await owing('surplus');
    const [oldest] = ids as [string];
    const body = check(ids, { amount: '300.00', shares: sharesOf([oldest], ['300.00']), credit: '100.00' });
    const { id } = (await record(accountId, body)).json;
    // the credit pays the next invoice at once
    expect(await pages(client, ...ids)).toEqual([
      ['paid', 0],
      ['pending', 100],
      ['pending', 91],
    ]);
    await reverse(id);
    expect(await pages(client, ...ids)).toEqual([
      ['pending', 200],
      ['pending', 200],
      ['pending', 91],
    ]);
  });

  it('closes a card form for one of the invoices', async () => {
    const { client, accountId, ids } = await owing('form');
    const form = (await client.post(`/api/invoices/${ids[1]}/pay`, {})).json;
    expect((await record(accountId, check(ids))).status).toBe(200);
    expect((await paying.stripe.paymentIntents.retrieve(form.paymentIntentId)).status).toBe('canceled');
  });
});

describe('what does not fit', () => {
  // Proves I38-receipts-2
  it('is refused with what is open now, and records nothing', async () => {
    const { client, accountId, ids, numbers } = await owing('meanwhile');
    await saveCard(paying, accountId);
    await client.post(`/api/invoices/${ids[2]}/pay`);
    const answered = await record(accountId, check(ids));
    expect([answered.status, answered.json]).toMatchObject([
      409,
      { code: 'open_amounts_changed', errors: [{ path: 'shares' }] },
    ]);
    expect(answered.json.error).toBe(
      `These amounts are open: $200.00 of ${numbers[0]}, $200.00 of ${numbers[1]}, $0.00 of ${numbers[2]}. Please check the shares and save again.`,
    );
    expect(await pages(client, ...ids)).toEqual([
      ['pending', 200],
      ['pending', 200],
      ['paid', 0],
    ]);
  });

  // Proves I38-receipts-2
  it('is credit where an invoice is paid or voided after the receipt was recorded', async () => {
    const { client, accountId, ids } = await owing('race');
    const [first, second, third] = ids as [string, string, string];
    const { commands, projections } = paying.portal;
    const seen = await Promise.all(ids.map((id) => commands.load(invoiceStream(id), invoiceDecider)));
    const context = newCommand(NOW, { kind: 'admin', id: 'a' }, 'spec');
    await saveCard(paying, accountId);
    await client.post(`/api/invoices/${first}/pay`);
    await decideInvoice(paying, second, { type: 'VoidInvoice', reason: 'Wrong rate' }, NOW);
    const { appended } = await commands.execute({
      stream: receiptStream('race-1'),
      decider: receiptDecider,
      command: {
        type: 'RecordReceipt',
        receiptId: 'race-1',
        accountId,
        method: 'check',
        amountCents: 49_100,
        receivedOn: '2026-12-18',
        reference: '1234',
        reason: null,
        isDemo: true,
        shares: seen.map((invoice, index) => ({
          invoice: invoice as Exclude<typeof invoice, { status: 'none' }>,
          amountCents: [20_000, 20_000, 9_100][index] as number,
        })),
        creditCents: 0,
        today: '2026-12-20',
      },
      context,
      accounts: [accountId],
    });
    await commands.followUp(appended);
    await projections.caughtUp();
    expect(await pages(client, first, second, third)).toEqual([
      ['paid', 0],
      ['canceled', 0],
      ['paid', 0],
    ]);
    expect([await summary(client), await stated(client)]).toEqual([{ balance: 0, credit: 400 }, -400]);
    expect(await detail(first)).toMatchObject({ payment_kind: 'card', unused_credit_amount: 200 });
    expect((await reverse('race-1')).status).toBe(200);
    expect([await summary(client), await stated(client)]).toEqual([{ balance: 91, credit: 0 }, 91]);
  });

  // Proves I38-receipts-1
  it('is refused with the field at fault', async () => {
    const { accountId, ids } = await owing('fields');
    const other = await owing('others');
    const refused = async (more: object, on = ids) => {
      const { status, json } = await record(accountId, check(on, more));
      return [status, json.errors?.[0]?.path, json.error];
    };
    expect(await refused({ amount: '490.00' })).toEqual([
      422,
      'shares',
      'The shares add up to $491.00, not to $490.00.',
    ]);
    expect(await refused({ received_on: '2026-12-21' })).toEqual([
      422,
      'received_on',
      "The payment date can't be in the future",
    ]);
    expect(await refused({ received_on: '2026-11-30' })).toEqual([
      422,
      'received_on',
      "The payment date can't be before the invoice date, Dec 1, 2026",
    ]);
    expect(await refused({ reference: ' ' })).toEqual([400, 'reference', 'Reference is required']);
    expect(await refused({ shares: [] })).toMatchObject([400, 'shares', 'Please choose an invoice']);
    expect(await refused({}, other.ids)).toMatchObject([404, 'shares', 'Invoice not found']);
    expect((await record(randomUUID(), check(ids))).status).toBe(404);
    expect((await reverse(randomUUID())).status).toBe(404);
  });

  it('is a dealer', async () => {
    const { client, accountId, ids } = await owing('dealer');
    const answered = await client.post(`/api/admin/accounts/${accountId}/receipts`, check(ids));
    expect(answered.status).toBe(403);
  });
});

describe('an equal check', () => {
  // Proves B47
  it('is asked about, as a receipt or on one invoice, and recorded on demand', async () => {
    const { accountId, ids, numbers } = await owing('again');
    expect((await record(accountId, check(ids))).status).toBe(200);
    // the same form once more, whose invoices are paid by now
    expect((await record(accountId, check(ids))).json.code).toBe('recorded_before');
    const next = await issueInvoice(paying, { accountId, period: '2026-09' }, NOW);
    const surplus = { credit: '413.00', shares: sharesOf([next.id], ['491.00']) };
    const asked = await record(accountId, check([], surplus));
    expect([asked.status, asked.json]).toMatchObject([
      409,
      {
        code: 'recorded_before',
        errors: [{ path: 'record_again' }],
        error: `$491.00 with this reference and date was recorded before on ${numbers.join(', ')}, paid on Dec 18, 2026. Record it again?`,
      },
    ]);
    const alone = { method: 'check', amount: '491', paid_on: '2026-12-18', reference: '1234' };
    const single = await admin.post(`/api/admin/invoices/${next.id}/record-payment`, alone);
    expect([single.status, single.json.code]).toEqual([409, 'recorded_before']);
    const again = await record(accountId, check([], { ...surplus, record_again: true }));
    expect(again.status).toBe(200);
    // and a receipt after a payment of one invoice
    const one = { ...alone, amount: '10', reference: '77' };
    const other = await owing('single');
    await admin.post(`/api/admin/invoices/${other.ids[0]}/record-payment`, one);
    const ten = { amount: '10.00', reference: '77', shares: sharesOf([other.ids[2] as string], ['10.00']) };
    expect((await record(other.accountId, check([], ten))).json.code).toBe('recorded_before');
    // two at once, which the read model knows nothing of yet
    const both = await Promise.all(
      [1, 2].map(() => record(other.accountId, check([], { ...ten, reference: '78' }))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  // Proves I38-receipts-1
  it('of the same command is recorded once, also where the answer was lost', async () => {
    const { accountId, ids } = await owing('retried');
    const key = { 'Idempotency-Key': `retry-of-${accountId}` };
    const first = await record(accountId, check(ids), key);
    await paying.portal.database.pool.query(
      "UPDATE commands SET status = NULL, answer = NULL, leased_until = now() - interval '1 second' WHERE key = $1",
      [key['Idempotency-Key']],
    );
    const again = await record(accountId, check(ids), key);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await paying.story(invoiceStream(ids[0] as string))).toEqual(['InvoiceIssued', 'InvoicePaid']);
  });
});
