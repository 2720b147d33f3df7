import { paymentDecider, paymentStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { type BankReports, disputeOf, startBankReports } from './bankReports.ts';
import { DEMO_KEY, invoiceOf, type Paying, publicCase } from './support.ts';

let bank: BankReports;
let paying: Paying;
let admin: HttpClient;
let accountId: string;

beforeAll(async () => {
  bank = await startBankReports();
  ({ paying, admin, accountId } = bank);
});
afterAll(() => paying.stop());

// Proves B43
describe('a dispute of a card payment', () => {
  it('shows at once, changes no amount, refuses a refund, and tells administrators', async () => {
    const { invoiceIds, attemptId } = await bank.pay('pm_card_createDispute', 7_800);
    const [invoiceId = ''] = invoiceIds;
    const shown = await eventually(async () => {
      const invoice = await bank.invoiceShown(invoiceId);
      return invoice.dispute === 'open' ? invoice : null;
    });
    expect(shown).toMatchObject({ status: 'paid', open_amount: 0 });
    expect(await bank.paymentShown(attemptId)).toMatchObject({
      status: 'disputed',
      dispute_fee_amount: 15,
      disputes: [{ amount: 78, status: 'open' }],
    });
    const refused = await admin.post(`/api/admin/invoices/${invoiceId}/refund`, {
      amount: 18,
      reason: 'Wrong rate',
    });
    expect([refused.status, refused.json.error]).toEqual([
      422,
      "The cardholder's bank disputes this payment, so it can't be refunded until the dispute is decided.",
    ]);
    expect((await paying.stripe.refunds.list()).data).toEqual([]);
    const mail = await eventually(async () => {
      const { json } = await admin.get('/api/admin/mails');
      return json.find(({ kind }: { kind: string }) => kind === 'chargeback') ?? null;
    });
    expect(mail.subject).toContain('Payment disputed at the bank: $78.00');
    await paying.portal.tick();
    expect((await admin.get('/api/admin/alerts')).text).toContain('A payment of $78.00 by');
    for (const [kind, id] of [
      ['payment', attemptId],
      ['invoice', invoiceId],
      ['account', accountId],
    ] as const) {
      expect([kind, await bank.words(kind, id)]).toEqual([
        kind,
        expect.stringContaining('isputed at the bank'),
      ]);
    }
  });

  it('that is won leaves everything as before; one that is lost opens the invoice again', async () => {
    const before = { balance: await bank.balance(), revenue: await bank.revenue() };
    const [won, lost] = [
      await bank.pay('pm_card_createDispute', 5_000),
      await bank.pay('pm_card_visa', 6_000),
    ];
    const disputes = await paying.stripe.disputes.list({ payment_intent: won.intentId });
    await paying.stripe.disputes.update(disputes.data[0]?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    const lostId = paying.simulator.dispute(DEMO_KEY, lost.intentId);
    await bank.settled();
    await paying.stripe.disputes.close(lostId);
    await bank.settled();
    const [wonInvoice = '', lostInvoice = ''] = [won.invoiceIds[0], lost.invoiceIds[0]];
    await eventually(async () => (await bank.invoiceShown(lostInvoice)).dispute === 'lost');
    expect(await bank.invoiceShown(wonInvoice)).toMatchObject({ status: 'paid', dispute: null });
    expect(await bank.paymentShown(won.attemptId)).toMatchObject({
      status: 'succeeded',
      dispute_fee_amount: 0,
    });
    expect(await bank.invoiceShown(lostInvoice)).toMatchObject({
      status: 'pending',
      open_amount: 60,
      paid_amount: 0,
      can_pay: true,
    });
    expect(await bank.paymentShown(lost.attemptId)).toMatchObject({ dispute_fee_amount: 15 });
    expect(Number(await bank.balance()) - Number(before.balance)).toBe(60);
    const after = await bank.revenue();
    expect([after.paid - before.revenue.paid, after.open - before.revenue.open]).toEqual([50, 60]);
    expect(await invoiceOf(paying, lostInvoice)).toMatchObject({ autoPayTried: true });
    expect(await bank.words('invoice', lostInvoice)).toContain('the bank took $60.00 back');
    // as the dealer reads it
    const { json: own } = await bank.dealer.get(`/api/invoices/${lostInvoice}`);
    expect(own).toMatchObject({ dispute: 'lost', dispute_amount: 60 });
    expect(own.payments[0].taken_back).toEqual({ amount: 60, on: own.today });
    // the dealer can pay it again
    await bank.payShares('pm_card_visa', { kind: 'invoice', id: lostInvoice, amountCents: 6_000 });
    await eventually(async () => (await bank.invoiceShown(lostInvoice)).status === 'paid');
    expect(await bank.balance()).toBe(before.balance);
  });

  it('that is lost leaves what was moved of another payment where it is', async () => {
    const [first, second] = [await paying.invoice(accountId, 7_800), await paying.invoice(accountId, 4_000)];
    const { invoice_date: paid_on } = await bank.invoiceShown(first);
    const check = { method: 'check', paid_on, reference: 'replaced by a card' };
    expect((await admin.post(`/api/admin/invoices/${first}/record-payment`, check)).status).toBe(200);
    const { movable } = await bank.invoiceShown(first);
    const move = { allocation: movable[0].id, to_invoice_id: second, amount: '40', reason: 'It was for it' };
    expect((await admin.post(`/api/admin/invoices/${first}/move-allocation`, move)).status).toBe(200);
    const share = { kind: 'invoice', id: first, amountCents: 4_000 } as const;
    const { intentId } = await bank.payShares('pm_card_visa', share);
    const shown = () => Promise.all([first, second].map((id) => bank.invoiceShown(id)));
    await eventually(async () => (await shown()).every(({ status }) => status === 'paid'));
    const before = { balance: await bank.balance(), revenue: await bank.revenue() };
    const disputeId = paying.simulator.dispute(DEMO_KEY, intentId);
    await bank.settled();
    await paying.stripe.disputes.close(disputeId);
    await bank.settled();
    await eventually(async () => (await bank.invoiceShown(first)).dispute === 'lost');
    expect(await shown()).toMatchObject([
      { status: 'pending', open_amount: 40, paid_amount: 38, payment_moves: [{ amount: 40 }] },
      { status: 'paid', open_amount: 0 },
    ]);
    expect(Number(await bank.balance()) - Number(before.balance)).toBe(40);
    const after = await bank.revenue();
    expect([after.paid - before.revenue.paid, after.open - before.revenue.open]).toEqual([-40, 40]);
  });

  describe('that is only an inquiry of the bank', () => {
    /** What open alerts about an inquiry or a dispute of this amount ask to do. */
    async function alertsOf(dollars: string) {
      await paying.portal.tick();
      const { open } = (await admin.get('/api/admin/alerts')).json;
      return open
        .filter(({ title }: { title: string }) => title.toLowerCase().includes(`a payment of ${dollars}`))
        .map(({ todo }: { todo: string }) => todo);
    }
    /** The timelines of payment, invoice and company. */
    const timelines = (attemptId: string, invoiceId: string) =>
      Promise.all([
        bank.words('payment', attemptId),
        bank.words('invoice', invoiceId),
        bank.words('account', accountId),
      ]);

    async function inquired(cents: number) {
      const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', cents);
      const [invoiceId = ''] = invoiceIds;
      const before = { balance: await bank.balance(), revenue: await bank.revenue() };
      const disputeId = paying.simulator.dispute(DEMO_KEY, intentId, { inquiry: true });
      await bank.settled();
      await eventually(async () => (await bank.invoiceShown(invoiceId)).dispute === 'inquiry');
      expect(await bank.paymentShown(attemptId)).toMatchObject({
        status: 'succeeded',
        disputes: [{ status: 'inquiry' }],
        dispute_fee_amount: 0,
      });
      const answer = async (uncategorized_text: string) => {
        await paying.stripe.disputes.update(disputeId, { evidence: { uncategorized_text } });
        await bank.settled();
      };
      return { attemptId, invoiceId, before, answer };
    }

    it('changes no amount, and is gone once the bank closes it', async () => {
      const { attemptId, invoiceId, before, answer } = await inquired(4_100);
      // an inquiry does not keep a payment from being refunded
      expect(await alertsOf('$41.00')).toEqual(['Answer at the card provider before the date it names.']);
      await answer('winning_evidence');
      await eventually(async () => (await bank.invoiceShown(invoiceId)).dispute === null);
      expect(await bank.invoiceShown(invoiceId)).toMatchObject({ status: 'paid', open_amount: 0 });
      expect(await bank.paymentShown(attemptId)).toMatchObject({
        status: 'succeeded',
        disputes: [{ status: 'inquiry_closed' }],
        dispute_fee_amount: 0,
      });
      expect(await alertsOf('$41.00')).toEqual([]);
      expect([await bank.balance(), await bank.revenue()]).toEqual([before.balance, before.revenue]);
      const [ofPayment, ofInvoice, ofAccount] = await timelines(attemptId, invoiceId);
      for (const words of [ofPayment, ofInvoice, ofAccount]) {
        expect(words).toContain('Inquiry of the bank closed');
        expect(words).not.toContain('$41.00 disputed at the bank');
        expect(words).not.toContain('Disputed at the bank: $41.00');
      }
      expect(ofPayment).toContain('Inquiry of the bank: $41.00');
      expect(ofInvoice).toContain("The cardholder's bank inquires about the payment of $41.00");
      expect(ofAccount).toContain("The cardholder's bank inquires about the payment of $41.00");
    });

    it('is a dispute once the bank makes it one', async () => {
      const { attemptId, invoiceId, before, answer } = await inquired(4_200);
      await answer('escalate_inquiry_evidence');
      await eventually(async () => (await bank.invoiceShown(invoiceId)).dispute === 'open');
      expect(await bank.invoiceShown(invoiceId)).toMatchObject({ status: 'paid', open_amount: 0 });
      expect(await bank.paymentShown(attemptId)).toMatchObject({
        status: 'disputed',
        disputes: [{ status: 'open', amount: 42 }],
        dispute_fee_amount: 15,
      });
      expect(await alertsOf('$42.00')).toEqual([
        'Answer at the card provider before the date it names. The payment can be refunded again only once the dispute is decided.',
      ]);
      expect([await bank.balance(), await bank.revenue()]).toEqual([before.balance, before.revenue]);
      const [ofPayment, ofInvoice, ofAccount] = await timelines(attemptId, invoiceId);
      expect(ofPayment).toContain('Inquiry of the bank: $42.00');
      expect(ofPayment).toContain('Disputed at the bank: $42.00');
      for (const words of [ofInvoice, ofAccount]) {
        expect(words).toContain("The cardholder's bank inquires about the payment of $42.00");
        expect(words).toContain('Payment of $42.00 disputed at the bank');
      }
      for (const words of [ofPayment, ofInvoice]) expect(words).not.toContain('Inquiry of the bank closed');
    });
  });

  it('is booked from the webhooks of a public bug report, which name no movement of money', async () => {
    const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', 7_800);
    const [invoiceId = ''] = invoiceIds;
    const { latest_charge: ch } = await paying.stripe.paymentIntents.retrieve(intentId);
    const ids = { pi: intentId, ch: String(ch) };
    const before = { balance: await bank.balance(), revenue: await bank.revenue() };
    await bank.posted(await publicCase('09a-dispute-created', ids));
    await eventually(async () => (await bank.invoiceShown(invoiceId)).dispute === 'open');
    expect(await bank.invoiceShown(invoiceId)).toMatchObject({ status: 'paid', open_amount: 0 });
    expect(await bank.paymentShown(attemptId)).toMatchObject({
      status: 'disputed',
      disputes: [{ status: 'open', amount: 78 }],
    });
    expect([await bank.balance(), await bank.revenue()]).toEqual([before.balance, before.revenue]);

    await bank.posted(await publicCase('09c-dispute-closed-lost', ids));
    await eventually(async () => (await bank.invoiceShown(invoiceId)).dispute === 'lost');
    expect(await bank.invoiceShown(invoiceId)).toMatchObject({
      status: 'pending',
      open_amount: 78,
      paid_amount: 0,
      can_pay: true,
    });
    expect(await bank.paymentShown(attemptId)).toMatchObject({
      disputes: [{ status: 'lost', amount: 78 }],
      dispute_fee_amount: 0,
    });
    expect(Number(await bank.balance()) - Number(before.balance)).toBe(78);
    const after = await bank.revenue();
    expect([after.paid - before.revenue.paid, after.open - before.revenue.open]).toEqual([-78, 78]);
  });

  it.each([
    ['in order', ['created', 'needs_response'], ['funds_withdrawn', 'needs_response'], ['closed', 'lost']],
    [
      'the last one first',
      ['closed', 'lost'],
      ['funds_withdrawn', 'needs_response'],
      ['created', 'needs_response'],
    ],
  ] as [string, ...[string, string][]][])(
    'is booked once from signed webhooks alone, each five times, %s',
    async (_order, ...steps) => {
      const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', 4_800, 3_000);
      const movement = { id: `txn_${intentId}`, amount: -7_800, fee: 1_500, net: -9_300 };
      for (const [step, status] of steps) {
        for (let time = 0; time < 5; time += 1) {
          const more = step === 'created' ? {} : { balance_transactions: [movement] };
          await bank.told(`charge.dispute.${step}`, disputeOf(intentId, 7_800, status, more));
        }
      }
      const [first = '', second = ''] = invoiceIds;
      await eventually(async () => (await bank.invoiceShown(second)).dispute === 'lost');
      await eventually(async () => (await bank.invoiceShown(first)).dispute === 'lost');
      expect([
        (await bank.invoiceShown(first)).open_amount,
        (await bank.invoiceShown(second)).open_amount,
      ]).toEqual([48, 30]);
      expect(await bank.paymentShown(attemptId)).toMatchObject({
        disputes: [{ status: 'lost', amount: 78 }],
        dispute_fee_amount: 15,
      });
      const story = await paying.story(paymentStream(attemptId));
      expect(story.filter((type) => type.startsWith('PaymentDispute')).sort()).toEqual([
        'PaymentDisputeClosed',
        'PaymentDisputeFundsMoved',
        'PaymentDisputed',
      ]);
    },
  );

  it('of a payment that is not the portal’s changes nothing', async () => {
    const before = await paying.eventCount();
    await bank.told('charge.dispute.created', disputeOf('pi_unknown', 7_800, 'needs_response'));
    await bank.told('charge.dispute.closed', disputeOf('pi_unknown', 7_800, 'lost'));
    expect(await paying.eventCount()).toBe(before);
  });
});

// Proves B44
describe('a refund in the provider’s dashboard of a payment over two invoices', () => {
  const refunds = async (attemptId: string) => {
    const payment = await paying.portal.commands.load(paymentStream(attemptId), paymentDecider);
    return payment.status === 'none'
      ? []
      : payment.refunds.map(({ of, amountCents }) => [of?.id ?? null, amountCents]);
  };

  it('is booked at once, newest first; a later one sees what is left; an alert names it', async () => {
    const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', 7_000, 8_000);
    const [older = '', newer = ''] = invoiceIds;
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 10_000 });
    await bank.settled();
    await eventually(async () => (await bank.invoiceShown(older)).refunded_amount === 20);
    expect((await bank.invoiceShown(newer)).refunded_amount).toBe(80);
    await paying.portal.tick();
    expect((await admin.get('/api/admin/alerts')).text).toContain('$100.00 of a payment by');
    const refused = await admin.post(`/api/admin/invoices/${newer}/refund`, {
      amount: 40,
      reason: 'Once more',
    });
    expect(refused.status).toBe(422);
    await paying.stripe.refunds.create({ payment_intent: intentId, amount: 4_000 });
    await bank.settled();
    await eventually(async () => (await bank.invoiceShown(older)).refunded_amount === 60);
    expect(await bank.paymentShown(attemptId)).toMatchObject({ refunded_amount: 140, unclaimed_amount: 0 });
  });

  it('is booked from a signed webhook that alone knows it, once', async () => {
    const { invoiceIds, attemptId, intentId } = await bank.pay('pm_card_visa', 7_000, 8_000);
    const [older = '', newer = ''] = invoiceIds;
    const charge = { id: 'ch_case', object: 'charge', payment_intent: intentId, amount: 15_000 };
    for (let time = 0; time < 5; time += 1) {
      await bank.told('charge.refunded', { ...charge, amount_refunded: 10_000 });
    }
    await bank.told('refund.updated', {
      id: 're_case',
      object: 'refund',
      amount: 2_500,
      payment_intent: intentId,
      status: 'succeeded',
      metadata: {},
    });
    await bank.told('charge.refunded', { ...charge, amount_refunded: 12_500 });
    expect(await refunds(attemptId)).toEqual([
      [newer, 8_000],
      [older, 2_000],
      [older, 2_500],
    ]);
  });
});
