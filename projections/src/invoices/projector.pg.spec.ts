import { BILLING_POLICY_VERSION, invoiceStream } from '@portal/domain';
import { describe, expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { decideInvoice, issueCommand } from '../../test/issueInvoice.ts';
import { invoices } from './projector.ts';
import {
  balanceOf,
  invoiceById,
  invoicesDated,
  invoicesOfAccount,
  listInvoices,
  openInvoicesDue,
} from './query.ts';
import { revenueByPeriod } from './revenue.ts';

const NO_REVENUE = {
  invoices: 0,
  invoiced_cents: 0,
  paid_cents: 0,
  refunded_cents: 0,
  credit_used_cents: 0,
  written_off_cents: 0,
  open_cents: 0,
  credit_given_cents: 0,
};

const byCard = (paymentId: string, amountCents: number) =>
  ({ type: 'PayInvoice', paymentId, amountCents, livemode: true, paidOn: '2026-05-10' }) as const;

it('keeps Bill To, lines with reasons and proof of an issued invoice', async () => {
  const test = await bench();
  const id = await decideInvoice(
    test,
    issueCommand({ accountId: 'a1', period: '2026-05', lines: [{ readers: 12, rateCents: 650 }] }),
  );

  const rows = await agree(invoices, test);

  expect(rows.invoices).toMatchObject([
    {
      id,
      account_id: 'a1',
      user_id: 'user of a1',
      invoice_number: 'INV-202605-0001',
      invoice_date: '2026-05-01',
      due_date: '2026-05-16',
      status: 'pending',
      company_name: 'a1 Inc.',
      bill_to: { name: 'Ann Doe', city: 'Albany' },
      lines: [
        {
          siteId: 'site-1',
          siteName: 'Site 1',
          readers: 12,
          rateCents: 650,
          amountCents: 7_800,
          source: 'account',
        },
      ],
      charges_cents: 7_800,
      total_cents: 7_800,
      payments: [],
      open_cents: 7_800,
      cut_seq: 812n,
      chain_hash: 'ab12',
      policy_version: BILLING_POLICY_VERSION,
    },
  ]);
});

// Proves S6-invoices-2
it('shows no Bill To once its key is erased', async () => {
  const test = await bench();
  const id = await decideInvoice(
    test,
    issueCommand({ accountId: 'a1', period: '2026-05', lines: [{ readers: 1, rateCents: 650 }] }),
  );
  await test.keyRing.erase('retention-a1_2026');
  await agree(invoices, test);
  expect(await invoiceById(test.pool, id)).toMatchObject({
    bill_to: null,
    company_name: null,
    total_cents: 650,
  });
});

describe('an invoice', () => {
  async function shown(test: Bench, id: string) {
    await agree(invoices, test);
    return invoiceById(test.pool, id);
  }

  it('records a declined attempt and a payment by card', async () => {
    const test = await bench();
    const issue = issueCommand({
      accountId: 'a1',
      period: '2026-05',
      lines: [{ readers: 10, rateCents: 650 }],
    });
    const declined = await decideInvoice(
      test,
      issue,
      { type: 'StartInvoicePayment', attemptId: 'p1', how: 'auto_pay' },
      { type: 'EndInvoicePayment', attemptId: 'p1', message: 'Declined' },
      { type: 'StartInvoicePayment', attemptId: 'p2', how: 'saved_card' },
    );
    expect(await shown(test, declined)).toMatchObject({
      status: 'pending',
      open_attempt: 'p2',
      auto_pay_tried: true,
    });
    await test.history.add(invoiceStream(declined), ['a1'], {
      type: 'InvoicePaid',
      data: {
        invoiceId: declined,
        accountId: 'a1',
        method: 'card',
        amountCents: 6_500,
        paidOn: '2026-05-10',
        reference: null,
        paymentId: 'p2',
        livemode: false,
        reason: null,
      },
    });
    expect(await shown(test, declined)).toMatchObject({
      status: 'paid',
      paid_on: '2026-05-10',
      open_attempt: null,
      payment_kind: 'card',
      open_cents: 0,
      payments: [
        { id: 'p2', method: 'card', amountCents: 6_500, paymentId: 'p2', livemode: false, reversedOn: null },
      ],
    });
  });

  it('records refunds (requested, completed, failed) and credits (used, released)', async () => {
    const test = await bench();
    const issue = issueCommand({
      accountId: 'a1',
      period: '2026-05',
      lines: [{ readers: 10, rateCents: 650 }],
    });
    const id = await decideInvoice(
      test,
      issue,
      byCard('p1', 6_500),
      { type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 500, reason: 'too much' },
      { type: 'RequestInvoiceRefund', refundId: 'r2', amountCents: 700, reason: null },
      {
        type: 'RecordInvoiceRefund',
        refundId: 'r1',
        method: 'card',
        amountCents: 500,
        refundedOn: '2026-05-12',
        reference: null,
        reason: null,
      },
      { type: 'RecordInvoiceRefundFailure', refundId: 'r2', message: 'card closed' },
      { type: 'CreditInvoice', creditId: 'c1', amountCents: 1_000, reason: 'goodwill' },
      { type: 'ApplyInvoiceCredit', creditId: 'c1', toInvoiceId: 'a1_2026-06', amountCents: 300 },
      { type: 'ApplyInvoiceCredit', creditId: 'c1', toInvoiceId: 'a1_2026-07', amountCents: 200 },
      { type: 'ReleaseInvoiceCredit', creditId: 'c1', toInvoiceId: 'a1_2026-07' },
    );
    expect(await shown(test, id)).toMatchObject({
      status: 'paid',
      refunded_cents: 500,
      refunds: [
        { refundId: 'r1', status: 'refunded', amountCents: 500, refundedOn: '2026-05-12' },
        { refundId: 'r2', status: 'failed', amountCents: 700, refundedOn: null },
      ],
      credited_cents: 1_000,
      credits: [{ creditId: 'c1', applied: [{ toInvoiceId: 'a1_2026-06', amountCents: 300 }] }],
    });
  });

  const check = (recordId: string, amountCents: number | null, isDemo = false) =>
    ({
      type: 'RecordInvoicePayment',
      recordId,
      amountCents,
      method: 'check',
      paidOn: '2026-05-10',
      reference: recordId,
      reason: null,
      isDemo,
      today: '2026-05-12',
    }) as const;
  const reverse = (recordId: string) =>
    ({ type: 'ReverseInvoicePayment', recordId, reason: 'It bounced', today: '2026-05-14' }) as const;
  const over65 = issueCommand({
    accountId: 'a1',
    period: '2026-05',
    lines: [{ readers: 10, rateCents: 650 }],
  });

  it('is paid in part by check and then by card', async () => {
    const test = await bench();
    const part = await decideInvoice(test, over65, check('m1', 4_000));
    expect(await shown(test, part)).toMatchObject({
      status: 'pending',
      open_cents: 2_500,
      payment_kind: null,
      paid_on: null,
      payments: [{ id: 'm1', method: 'check', amountCents: 4_000, reference: 'm1', reversedOn: null }],
    });
    expect(await balanceOf(test.pool, 'a1', false)).toMatchObject({
      balance_cents: 2_500,
      pending_invoices: 1,
    });
    const card = { method: 'card', amountCents: 2_500, paidOn: '2026-05-11', reference: null } as const;
    await test.history.add(invoiceStream(part), ['a1'], {
      type: 'InvoicePaid',
      data: { invoiceId: part, accountId: 'a1', ...card, paymentId: 'p1', livemode: true, reason: null },
    });
    expect(await shown(test, part)).toMatchObject({
      status: 'paid',
      open_cents: 0,
      payment_kind: 'card',
      paid_on: '2026-05-11',
    });
  });

  it('is overpaid and reopens when that payment is reversed', async () => {
    const test = await bench();
    const id = await decideInvoice(
      test,
      over65,
      check('m1', 8_000),
      { type: 'ApplyInvoiceCredit', creditId: 'm1', toInvoiceId: 'a1_2026-06', amountCents: 600 },
      reverse('m1'),
    );
    expect(await shown(test, id)).toMatchObject({
      status: 'pending',
      open_cents: 6_500,
      credited_cents: 0,
      credits: [{ creditId: 'm1', amountCents: 0, recordedCents: 0, surplus: true, applied: [] }],
      payments: [{ id: 'm1', reversedOn: '2026-05-14' }],
    });
  });

  it('gives credit for a part payment when voided', async () => {
    const test = await bench();
    const id = await decideInvoice(test, over65, check('m1', 4_000), { type: 'VoidInvoice', reason: null });
    expect(await shown(test, id)).toMatchObject({
      status: 'canceled',
      open_cents: 0,
      credits: [{ amountCents: 4_000, recordedCents: 4_000, surplus: true }],
    });
  });

  it('is carried to a later invoice when too little is open, and is found as such', async () => {
    const test = await bench();
    const id = await decideInvoice(test, over65, check('m1', 6_480), {
      type: 'CarryInvoice',
      toInvoiceId: 'a1_2026-06',
    });
    expect(await shown(test, id)).toMatchObject({
      status: 'carried',
      open_cents: 0,
      carried_cents: 20,
      left_little: true,
    });
    await test.history.add(invoiceStream(id), ['a1'], {
      type: 'InvoiceCarryReleased',
      data: { invoiceId: id, accountId: 'a1', toInvoiceId: 'a1_2026-06' },
    });
    expect(await shown(test, id)).toMatchObject({ status: 'pending', open_cents: 20, carried_cents: 0 });
  });

  // Proves S6-invoices-28
  it("files revenue by the account's mode when it was recorded, not when the invoice was issued", async () => {
    const test = await bench();
    const lines = [{ readers: 10, rateCents: 650 }];
    const of = (accountId: string, number: number, isDemo: boolean) =>
      issueCommand({ accountId, period: '2026-05', lines, isDemo, number });
    await decideInvoice(test, of('a1', 1, true), check('m1', 4_000, false));
    await decideInvoice(test, of('a2', 2, false), check('m2', 1_000, true));
    await decideInvoice(test, of('a3', 3, false), check('m3', 7_000, false));
    await agree(invoices, test);
    const may = { ...NO_REVENUE, period: '2026-05' };
    expect(await revenueByPeriod(test.pool)).toEqual([
      // $40.00 and $70.00 came in as real money, of which $5.00 is credit; $55.00 is open
      {
        ...may,
        is_demo: false,
        invoices: 2,
        invoiced_cents: 16_000,
        paid_cents: 10_500,
        open_cents: 5_500,
        credit_given_cents: 500,
      },
      // $10.00 came in as demo, $25.00 is open
      { ...may, is_demo: true, invoices: 1, invoiced_cents: 3_500, paid_cents: 1_000, open_cents: 2_500 },
    ]);
  });

  it('is voided and replaced by a reissue', async () => {
    const test = await bench();
    const invoice = { accountId: 'a1', period: '2026-05', lines: [{ readers: 10, rateCents: 650 }] };
    const first = await decideInvoice(test, issueCommand(invoice), {
      type: 'VoidInvoice',
      reason: 'wrong rate',
    });
    const second = await decideInvoice(
      test,
      issueCommand({ ...invoice, issue: 2, invoiceDate: '2026-05-20' }),
    );
    expect(await shown(test, first)).toMatchObject({ status: 'canceled', replaced_by: second });
    expect(await invoiceById(test.pool, second)).toMatchObject({ status: 'pending', replaces: first });
  });

  it('is carried to a later invoice and reopens when that is voided', async () => {
    const test = await bench();
    const issue = issueCommand({
      accountId: 'a1',
      period: '2026-05',
      lines: [{ readers: 1, rateCents: 30 }],
    });
    const carry = { type: 'CarryInvoice', toInvoiceId: 'a1_2026-06' } as const;
    const id = await decideInvoice(test, issue, carry);
    expect(await shown(test, id)).toMatchObject({ status: 'carried', carried_to: 'a1_2026-06' });
    await test.history.add(invoiceStream(id), ['a1'], {
      type: 'InvoiceCarryReleased',
      data: { invoiceId: id, accountId: 'a1', toInvoiceId: 'a1_2026-06' },
    });
    expect(await shown(test, id)).toMatchObject({ status: 'pending', carried_to: null });
  });

  it('is linked to a site without changing name and amount of the line', async () => {
    const test = await bench();
    const issue = issueCommand({
      accountId: 'a1',
      period: '2026-05',
      lines: [
        { readers: 2, rateCents: 650 },
        { readers: 3, rateCents: 650, siteId: null },
      ],
    });
    const id = await decideInvoice(test, issue, {
      type: 'LinkInvoiceToSite',
      siteId: 's9',
      siteName: 'New Name',
      siteAccountId: 'a1',
    });
    expect((await shown(test, id))?.lines).toMatchObject([
      { siteId: 'site-1', siteName: 'Site 1', name: 'Site 1' },
      { siteId: 's9', siteName: 'New Name', name: 'Site 2', amountCents: 1_950 },
    ]);
  });

  it('records the reminders sent', async () => {
    const test = await bench();
    const issue = issueCommand({
      accountId: 'a1',
      period: '2026-05',
      lines: [{ readers: 2, rateCents: 650 }],
    });
    const id = await decideInvoice(
      test,
      issue,
      { type: 'RemindOfInvoice', kind: 'due_soon', days: 3, today: '2026-05-13' },
      { type: 'RemindOfInvoice', kind: 'overdue', days: 7, today: '2026-05-23' },
    );
    expect((await shown(test, id))?.reminders).toEqual(['due_soon:3', 'overdue:7']);
  });
});

describe('invoice queries', () => {
  async function portfolio() {
    const test = await bench();
    const lines = [{ readers: 10, rateCents: 650 }];
    const may = await decideInvoice(
      test,
      issueCommand({ accountId: 'a1', period: '2026-05', lines }),
      byCard('p1', 6_500),
      {
        type: 'RecordInvoiceRefund',
        refundId: 'r1',
        method: 'check',
        amountCents: 500,
        refundedOn: '2026-05-12',
        reference: '77',
        reason: null,
      },
    );
    const june = await decideInvoice(test, issueCommand({ accountId: 'a1', period: '2026-06', lines }));
    const july = await decideInvoice(test, issueCommand({ accountId: 'a1', period: '2026-07', lines }));
    const voided = await decideInvoice(
      test,
      issueCommand({ accountId: 'a2', period: '2026-06', lines, number: 2 }),
      { type: 'VoidInvoice', reason: null },
    );
    const demo = await decideInvoice(
      test,
      issueCommand({ accountId: 'a3', period: '2026-06', lines, isDemo: true, number: 3 }),
    );
    await agree(invoices, test);
    return { pool: test.pool, may, june, july, voided, demo };
  }
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

  // Proves S6-invoices-1
  it('return an account’s invoices, the newest first, its balance and a date range', async () => {
    const { pool, may, june, july } = await portfolio();
    expect(ids(await invoicesOfAccount(pool, 'a1'))).toEqual([july, june, may]);
    expect(await balanceOf(pool, 'a1', false)).toMatchObject({ balance_cents: 13_000, pending_invoices: 2 });
    expect(await balanceOf(pool, 'nobody', false)).toMatchObject({ balance_cents: 0, pending_invoices: 0 });
    expect(ids(await invoicesDated(pool, 'a1', { from: '2026-05-01', to: '2026-06-01' }))).toEqual([
      may,
      june,
    ]);
  });

  // Proves S6-invoices-11
  it('return due invoices and list overdue ones', async () => {
    const { pool, june, july, demo } = await portfolio();
    expect(ids(await openInvoicesDue(pool, '2026-06-16'))).toEqual([june, demo]);
    const overdue = { filter: { overdue: true }, sort: ['due_date', 'ASC'] } as const;
    expect(ids((await listInvoices(pool, overdue, '2026-06-16')).rows)).toEqual([]);
    expect(ids((await listInvoices(pool, overdue, '2026-06-17')).rows)).toEqual([june, demo]);
    const found = await listInvoices(pool, { filter: { q: '202607' } }, '2026-06-17');
    expect(ids(found.rows)).toEqual([july]);
    expect((await listInvoices(pool, { range: [0, 1] }, '2026-06-17')).total).toBe(5);
    await expect(async () => listInvoices(pool, {}, "2026-06-17' OR true")).rejects.toThrow(RangeError);
  });

  // Proves S6-invoices-16
  it('return revenue by month, demo apart, without canceled invoices', async () => {
    const { pool } = await portfolio();
    const open = { ...NO_REVENUE, is_demo: false, invoices: 1, invoiced_cents: 6_500, open_cents: 6_500 };
    expect(await revenueByPeriod(pool)).toEqual([
      { ...open, period: '2026-05', open_cents: 0, paid_cents: 6_000, refunded_cents: 500 },
      { ...open, period: '2026-06' },
      { ...open, period: '2026-06', is_demo: true },
      { ...open, period: '2026-07' },
    ]);
  });

  // Proves S6-revenue-1
  it('return what settled an invoice: money, account credit and a carried amount, which counts once', async () => {
    const test = await bench();
    const small = { accountId: 'a1', period: '2026-05', lines: [{ readers: 1, rateCents: 40 }] };
    const carried = await decideInvoice(test, issueCommand(small), {
      type: 'CarryInvoice',
      toInvoiceId: 'a1_2026-06',
    });
    const from = { invoiceId: carried, invoiceNumber: 'INV-202605-0001' };
    await decideInvoice(
      test,
      issueCommand({
        accountId: 'a1',
        period: '2026-06',
        lines: [{ readers: 10, rateCents: 650 }],
        adjustments: [
          { ...from, kind: 'carried', creditId: null, amountCents: 40 },
          { ...from, kind: 'credit', creditId: 'c1', amountCents: -1_500 },
        ],
      }),
      { ...byCard('p1', 5_040), paidOn: '2026-06-10' },
    );
    await agree(invoices, test);
    const row = { ...NO_REVENUE, is_demo: false, invoices: 1 };
    expect(await revenueByPeriod(test.pool)).toEqual([
      { ...row, period: '2026-05' },
      {
        ...row,
        period: '2026-06',
        invoiced_cents: 6_540,
        paid_cents: 5_040,
        credit_used_cents: 1_500,
      },
    ]);
  });

  // Proves B38-write-off
  it('file what is written off by itself, until it is taken back or open again', async () => {
    const test = await bench();
    const lines = [{ readers: 10, rateCents: 650 }];
    const today = '2026-06-20';
    const check = {
      type: 'RecordInvoicePayment',
      recordId: 'm1',
      amountCents: 2_000,
      method: 'check',
      paidOn: '2026-05-10',
      reference: '1',
      reason: null,
      isDemo: false,
      today: '2026-05-12',
    } as const;
    const writeOff = { type: 'WriteOffInvoice', reason: 'Closed', today } as const;
    const off = await decideInvoice(
      test,
      issueCommand({ accountId: 'a1', period: '2026-05', lines }),
      check,
      writeOff,
    );
    const back = await decideInvoice(
      test,
      issueCommand({ accountId: 'a1', period: '2026-06', lines }),
      writeOff,
      { type: 'TakeWriteOffBack', reason: 'Paid', today: '2026-06-21' },
    );
    const bounced = await decideInvoice(
      test,
      issueCommand({ accountId: 'a1', period: '2026-07', lines }),
      { ...check, paidOn: '2026-07-10', today: '2026-07-12' },
      writeOff,
      { type: 'ReverseInvoicePayment', recordId: 'm1', reason: 'It bounced', today: '2026-07-14' },
    );
    const { invoices: rows = [] } = await agree(invoices, test);
    expect([off, back, bounced].map((id) => rows.find((row) => row.id === id))).toMatchObject([
      {
        status: 'written_off',
        open_cents: 0,
        written_off_cents: 4_500,
        write_offs: [{ amountCents: 4_500, on: today, reason: 'Closed', by: { kind: 'system' } }],
        auto_pay_tried: true,
        payment_kind: null,
      },
      {
        status: 'pending',
        open_cents: 6_500,
        written_off_cents: 0,
        write_offs: [{ amountCents: 6_500 }, { amountCents: -6_500, on: '2026-06-21', reason: 'Paid' }],
      },
      { status: 'pending', open_cents: 2_000, written_off_cents: 4_500 },
    ]);
    expect(await balanceOf(test.pool, 'a1', false)).toMatchObject({
      balance_cents: 8_500,
      pending_invoices: 2,
    });
    const listed = await listInvoices(test.pool, { filter: { status: 'written_off' } }, today);
    expect(listed.rows.map(({ id }) => id)).toEqual([off]);
    const due = await openInvoicesDue(test.pool, '2026-08-01');
    expect(due.map(({ id }) => id)).toEqual([back, bounced]);
    const row = { ...NO_REVENUE, is_demo: false, invoices: 1, invoiced_cents: 6_500 };
    expect(await revenueByPeriod(test.pool)).toEqual([
      { ...row, period: '2026-05', paid_cents: 2_000, written_off_cents: 4_500 },
      { ...row, period: '2026-06', open_cents: 6_500 },
      { ...row, period: '2026-07', written_off_cents: 4_500, open_cents: 2_000 },
    ]);
  });
});
