import { paymentStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type BankReports, disputeOf, startBankReports } from './bankReports.ts';
import { DEMO_KEY } from './support.ts';

let bank: BankReports;

beforeAll(async () => {
  bank = await startBankReports();
});
afterAll(() => bank.paying.stop());

const standing = async (invoiceId: string) => {
  const { status, open_amount, dispute } = await bank.invoiceShown(invoiceId);
  return { status, open_amount, dispute };
};
const LOST = { status: 'pending', dispute: 'lost' } as const;
const PAID = { status: 'paid', open_amount: 0, dispute: null } as const;

// Proves B43-returned
describe('a dispute that was lost and is won after all', () => {
  it('is booked on payment, invoices, statement and revenue, and told', async () => {
    const { intentId, attemptId, invoiceIds } = await bank.pay('pm_card_visa', 4_800, 3_000);
    const [first = '', second = ''] = invoiceIds;
    const before = { balance: await bank.balance(), revenue: await bank.revenue() };
    const disputeId = bank.paying.simulator.dispute(DEMO_KEY, intentId);
    await bank.settled();
    await bank.paying.stripe.disputes.close(disputeId);
    await bank.settled();
    await eventually(async () => (await standing(first)).dispute === 'lost');
    expect(Number(await bank.balance()) - Number(before.balance)).toBe(78);
    bank.paying.simulator.winLostDispute(DEMO_KEY, disputeId);
    await bank.settled();
    await eventually(async () => (await standing(first)).dispute === null);
    await eventually(async () => (await standing(second)).dispute === null);
    expect([await standing(first), await standing(second)]).toEqual([PAID, PAID]);
    expect(await bank.paymentShown(attemptId)).toMatchObject({
      status: 'succeeded',
      disputes: [{ status: 'won', amount: 78 }],
      dispute_fee_amount: 0,
    });
    expect({ balance: await bank.balance(), revenue: await bank.revenue() }).toEqual(before);
    expect(await bank.words('payment', attemptId)).toContain(
      'Dispute won after all: the bank gave $78.00 back',
    );
    for (const [kind, id] of [
      ['invoice', first],
      ['account', bank.accountId],
    ] as const) {
      expect(await bank.words(kind, id)).toContain('The bank gave $48.00 of the lost dispute back');
    }
    const statement = await bank.dealer.get('/api/statement?from=2020-01-01&to=2030-12-31&format=csv');
    const { invoice_number: number } = await bank.invoiceShown(first);
    expect(statement.text).toContain(`Chargeback of ${number} by card,,-48.00`);
    expect(statement.text).toContain(`Returned chargeback of ${number} by card,,48.00`);
    const mail = await eventually(async () => {
      const { json } = await bank.admin.get('/api/admin/mails');
      return json.find(({ subject }: { subject: string }) => subject.startsWith('Dispute won after all'));
    });
    expect(mail.subject).toContain('Dispute won after all: $78.00');
    // it can be refunded again
    const refund = { amount: 18, reason: 'Wrong rate' };
    expect((await bank.admin.post(`/api/admin/invoices/${first}/refund`, refund)).status).toBe(200);
  });

  const movement = (name: string, intentId: string, amount: number) => ({
    id: `txn_${name}_${intentId}`,
    amount,
    fee: amount < 0 ? 1_500 : 0,
  });
  type Step = readonly [type: string, status: string, ...movements: [string, number][]];
  const created: Step = ['created', 'needs_response'];
  const lost: Step = ['closed', 'lost', ['out', -7_800]];
  const won: Step = ['closed', 'won', ['out', -7_800], ['back', 7_800]];
  const given: Step = ['funds_reinstated', 'lost', ['out', -7_800], ['back', 7_800]];
  it.each([
    ['closed as won later', [created, lost, won]],
    ['closed as won, told before it was lost', [created, won, lost]],
    ['the funds are reinstated', [created, lost, given]],
    ['the funds are reinstated, told first', [given, lost, created]],
    ['the funds are reinstated, without transactions', [lost, ['funds_reinstated', 'lost'], created]],
  ] as [string, Step[]][])(
    'is right from signed webhooks alone, each five times: %s',
    async (_how, steps) => {
      const { intentId, attemptId, invoiceIds } = await bank.pay('pm_card_visa', 4_800, 3_000);
      const [first = '', second = ''] = invoiceIds;
      for (const [type, status, ...movements] of steps) {
        const balance_transactions = movements.map(([name, cents]) => movement(name, intentId, cents));
        for (let time = 0; time < 5; time += 1) {
          const dispute = disputeOf(intentId, 7_800, status, { balance_transactions });
          await bank.told(`charge.dispute.${type}`, dispute);
        }
      }
      await eventually(async () => (await bank.paymentShown(attemptId)).disputes[0]?.status === 'won');
      await eventually(async () => (await standing(first)).dispute === null);
      expect([await standing(first), await standing(second)]).toEqual([PAID, PAID]);
      const story = await bank.paying.story(paymentStream(attemptId));
      expect(story.filter((type) => type === 'PaymentDisputed')).toHaveLength(1);
      expect(story.filter((type) => type === 'PaymentDisputeClosed').length).toBeLessThanOrEqual(2);
    },
  );

  // Proves B43
  it('was paid by credit meanwhile, which is credit again', async () => {
    const { intentId, invoiceIds } = await bank.pay('pm_card_visa', 5_000);
    const [invoiceId = ''] = invoiceIds;
    const other = (await bank.pay('pm_card_visa', 2_000)).invoiceIds[0] ?? '';
    const credit = { amount: 20, reason: 'Goodwill' };
    expect((await bank.admin.post(`/api/admin/invoices/${other}/credit`, credit)).status).toBe(200);
    await bank.told('charge.dispute.closed', disputeOf(intentId, 5_000, 'lost'));
    await eventually(async () => (await standing(invoiceId)).open_amount === 30);
    // what the credit paid is credit again
    await bank.told('charge.dispute.closed', disputeOf(intentId, 5_000, 'won'));
    await eventually(async () => (await standing(invoiceId)).status === 'paid');
    const { unused_credit_amount } = await bank.invoiceShown(invoiceId);
    expect(unused_credit_amount).toBe(20);
  });

  it('becomes account credit where the invoice was paid again meanwhile, and pays what is open', async () => {
    const { intentId, invoiceIds } = await bank.pay('pm_card_visa', 6_000);
    const [paidAgain = ''] = invoiceIds;
    await bank.told('charge.dispute.closed', disputeOf(intentId, 6_000, 'lost'));
    await eventually(async () => (await standing(paidAgain)).dispute === 'lost');
    const { today } = await bank.invoiceShown(paidAgain);
    const check = { method: 'check', paid_on: today, reference: '1042' };
    const { status } = await bank.admin.post(`/api/admin/invoices/${paidAgain}/record-payment`, check);
    expect(status).toBe(200);
    const open = await bank.paying.invoice(bank.accountId, 9_000);
    const before = Number(await bank.balance());
    await bank.told('charge.dispute.closed', disputeOf(intentId, 6_000, 'won'));
    await eventually(async () => (await standing(open)).open_amount === 30);
    expect(await standing(paidAgain)).toEqual(PAID);
    expect(Number(await bank.balance()) - before).toBe(-60);
  });

  it('gives a part back to the oldest invoice first', async () => {
    const { intentId, invoiceIds } = await bank.pay('pm_card_visa', 4_800, 3_000);
    const [first = '', second = ''] = invoiceIds;
    const out = movement('out', intentId, -7_800);
    const dispute = (...movements: object[]) =>
      disputeOf(intentId, 7_800, 'lost', { balance_transactions: movements });
    await bank.told('charge.dispute.closed', dispute(out));
    for (let time = 0; time < 5; time += 1)
      await bank.told('charge.dispute.funds_reinstated', dispute(out, movement('back', intentId, 5_000)));
    await eventually(async () => (await standing(first)).status === 'paid');
    await eventually(async () => (await standing(second)).open_amount === 28);
    expect([await standing(first), await standing(second)]).toEqual([PAID, { ...LOST, open_amount: 28 }]);
  });
});
