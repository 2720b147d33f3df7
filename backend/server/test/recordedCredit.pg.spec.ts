import { type InvoiceCommand, stillOpenCents } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctPaidInvoice, previewCorrection } from '../src/modules/billing/correct.ts';
import { issueOne } from '../src/modules/billing/issueOne.ts';
import { reissueInvoice, voidInvoice } from '../src/modules/billing/reissue.ts';
import { setDemoStatus } from '../src/modules/companies/changeAccount.ts';
import {
  creditInvoice,
  recordInvoicePayment,
  reverseInvoicePayment,
} from '../src/modules/invoices/correctInvoice.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';

const [NOVEMBER, DECEMBER, JANUARY] = ['2026-11', '2026-12', '2027-01'] as const;
/** Ten readers at $6.50. */
const CHARGES = 6_500;

let test: BillingPortal;

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
}, 60_000);
afterAll(() => test.stop());

const idOf = ({ accountId }: Dealer, period: string) => `${accountId}_${period}`;
const invoiceOf = (invoiceId: string) => test.invoiceOf(invoiceId);
const replay = (invoiceId: string) => test.replay(invoiceId);
async function issue(dealer: Dealer, period: string) {
  test.setClock(`${period}-02T15:00:00.000Z`);
  await issueOne(test.portal.billing, dealer.accountId, period, test.command());
  return invoiceOf(idOf(dealer, period));
}
const record = (invoiceId: string, paid_on: string, amount?: string) => {
  const payment = { method: 'check', paid_on, reference: '1001', amount } as const;
  return recordInvoicePayment(test.portal, invoiceId, payment, test.command());
};
const setDemo = (dealer: Dealer, isDemo: boolean) =>
  setDemoStatus(test.portal.commands, dealer.accountId, isDemo, test.command());
async function newDealer(isDemo: boolean): Promise<Dealer> {
  test.setClock('2026-10-05T15:00:00.000Z');
  const dealer = await test.newAccount();
  if (!isDemo) await setDemo(dealer, false);
  await test.newSite(dealer);
  return dealer;
}
describe('a credit of an invoice paid by check', () => {
  // Proves S6-invoices-28
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('lowers the next invoice of an account that was (demo: %s) and is (demo: %s)', async (was, is) => {
    const dealer = await newDealer(was);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02');
    await creditInvoice(test.portal.commands, idOf(dealer, NOVEMBER), { amount: '20' }, test.command());
    if (was !== is) await setDemo(dealer, is);
    const december = await issue(dealer, DECEMBER);
    expect([december.isDemo, december.totalCents]).toEqual([is, CHARGES - 2_000]);
    expect((await replay(idOf(dealer, DECEMBER))).equal).toBe(true);
  });

  it('keeps no mode when an invoice that used it is credited', async () => {
    const dealer = await newDealer(true);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02', '130');
    const december = await issue(dealer, DECEMBER);
    expect([december.status, december.totalCents]).toEqual(['paid', 0]);
    await creditInvoice(test.portal.commands, idOf(dealer, DECEMBER), { amount: '65' }, test.command());
    await setDemo(dealer, false);
    expect((await issue(dealer, JANUARY)).totalCents).toBe(0);
    expect((await replay(idOf(dealer, JANUARY))).equal).toBe(true);
  });
});

describe('an overpayment', () => {
  // Proves S6-invoices-27
  it('lowers the next invoice, which is open again by that amount if the check bounces', async () => {
    const dealer = await newDealer(true);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02', '80');
    expect((await issue(dealer, DECEMBER)).totalCents).toBe(CHARGES - 1_500);
    const [payment] = (await invoiceOf(idOf(dealer, NOVEMBER))).payments;
    const reversal = { payment_id: payment?.id ?? '', reason: 'It bounced' };
    await reverseInvoicePayment(test.portal, idOf(dealer, NOVEMBER), reversal, test.command());
    expect(await invoiceOf(idOf(dealer, NOVEMBER))).toMatchObject({ status: 'open' });
    const december = await invoiceOf(idOf(dealer, DECEMBER));
    expect([december.status, stillOpenCents(december)]).toEqual(['open', CHARGES]);
    expect(december.creditMoves).toMatchObject([{ amountCents: -1_500, reason: 'It bounced' }]);
    await record(idOf(dealer, NOVEMBER), '2026-12-02');
    const after = await invoiceOf(idOf(dealer, NOVEMBER));
    expect([after.status, after.payments.at(-1)?.amountCents]).toEqual(['paid', CHARGES]);
    expect((await issue(dealer, JANUARY)).totalCents).toBe(CHARGES);
    for (const period of [NOVEMBER, DECEMBER, JANUARY])
      expect((await replay(idOf(dealer, period))).equal).toBe(true);
  });
});

describe('a partly paid invoice', () => {
  // Proves S6-invoices-29
  it('is reissued with the payment as credit', async () => {
    const dealer = await newDealer(true);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02', '40');
    const added = { kind: 'line', name: 'Goodwill', amountCents: -100, reason: 'Agreed' } as const;
    const shown = await previewCorrection(test.portal.billing, idOf(dealer, NOVEMBER), [added]);
    expect([shown.total_before, shown.total_after]).toEqual([CHARGES / 100, (CHARGES - 4_100) / 100]);
    const { invoiceId } = await reissueInvoice(
      test.portal.billing,
      idOf(dealer, NOVEMBER),
      { corrections: [added] },
      test.command(),
    );
    expect(await invoiceOf(idOf(dealer, NOVEMBER))).toMatchObject({ status: 'voided' });
    expect((await invoiceOf(invoiceId)).totalCents).toBe(CHARGES - 4_100);
    expect((await replay(invoiceId)).equal).toBe(true);
    // it is taken back from the reissue, which has used it
    const [payment] = (await invoiceOf(idOf(dealer, NOVEMBER))).payments;
    const reversal = { payment_id: payment?.id ?? '', reason: 'It bounced' };
    await reverseInvoicePayment(test.portal, idOf(dealer, NOVEMBER), reversal, test.command());
    const reissued = await invoiceOf(invoiceId);
    expect([reissued.status, stillOpenCents(reissued)]).toEqual(['open', CHARGES - 100]);
    await voidInvoice(test.portal.billing, invoiceId, test.command());
    expect((await issue(dealer, DECEMBER)).totalCents).toBe(CHARGES);
  });

  it('is reissued with the payments that were not reversed, and refunds no more than those', async () => {
    const dealer = await newDealer(false);
    const first = idOf(dealer, NOVEMBER);
    const { billing } = test.portal;
    await issue(dealer, NOVEMBER);
    await record(first, '2026-11-02', '40');
    await record(first, '2026-11-02', '25');
    const { payments: recorded } = await invoiceOf(first);
    const reversal = { payment_id: recorded[1]?.id ?? '', reason: 'It bounced' };
    await reverseInvoicePayment(test.portal, first, reversal, test.command());
    const lower = (amountCents: number) =>
      ({ kind: 'line', name: 'Goodwill', amountCents, reason: 'Agreed' }) as const;
    const { invoiceId } = await reissueInvoice(
      billing,
      first,
      { corrections: [lower(-1_000)] },
      test.command(),
    );
    expect((await invoiceOf(invoiceId)).totalCents).toBe(CHARGES - 1_000 - 4_000);
    await record(invoiceId, '2026-11-02', '15');
    const correct = (by: 'check' | 'credit', cents: number) =>
      correctPaidInvoice(
        billing,
        invoiceId,
        {
          corrections: [lower(-cents)],
          settlement:
            by === 'credit'
              ? { by, id: `credit of ${cents}` }
              : {
                  by: 'refund',
                  id: `check of ${cents}`,
                  method: by,
                  refundedOn: '2026-11-02',
                  reference: '9',
                },
        },
        test.command(),
      );
    // paid: $15.00 as money, $40.00 as credit
    await expect(correct('check', 1_600)).rejects.toThrow('At most $15.00 of this invoice can be refunded');
    expect((await correct('check', 1_500)).backCents).toBe(1_500);
    expect((await correct('credit', 3_000)).backCents).toBe(3_000);
    await expect(correct('credit', 1_100)).rejects.toThrow('The corrections come to less than $0.00.');
    expect((await issue(dealer, DECEMBER)).totalCents).toBe(CHARGES - 3_000);
    for (const id of [first, invoiceId, idOf(dealer, DECEMBER)]) expect((await replay(id)).equal).toBe(true);
  });

  it('carries a rest too small for a card to the next invoice', async () => {
    const dealer = await newDealer(true);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02', '64.70');
    expect((await issue(dealer, DECEMBER)).totalCents).toBe(CHARGES + 30);
    expect((await invoiceOf(idOf(dealer, NOVEMBER))).status).toBe('carried');
    expect((await replay(idOf(dealer, DECEMBER))).equal).toBe(true);
  });
});

describe('an invoice of billing rules version 1', () => {
  it('is reissued with its charges, and each replays by its own rules', async () => {
    const dealer = await newDealer(true);
    await issue(dealer, NOVEMBER);
    await record(idOf(dealer, NOVEMBER), '2026-11-02');
    await creditInvoice(test.portal.commands, idOf(dealer, NOVEMBER), { amount: '20' }, test.command());
    test.setClock(`${DECEMBER}-02T15:00:00.000Z`);
    const { billing } = test.portal;
    // version 1: recorded payments gave demo accounts no credit
    const execute = (async (execution) => {
      const { command } = execution as { command: InvoiceCommand };
      if (command.type === 'ApplyInvoiceCredit') return { appended: [] };
      if (command.type !== 'IssueInvoice') return billing.commands.execute(execution);
      const priced = { ...command.priced, adjustments: [], totalCents: CHARGES, policyVersion: 1 };
      return billing.commands.execute({ ...execution, command: { ...command, priced } as never });
    }) as typeof billing.commands.execute;
    const before = { ...billing, commands: { ...billing.commands, execute } };
    await issueOne(before, dealer.accountId, DECEMBER, test.command());
    const first = idOf(dealer, DECEMBER);
    expect(await invoiceOf(first)).toMatchObject({ totalCents: CHARGES, adjustments: [] });
    expect((await replay(first)).equal).toBe(true);
    const added = { kind: 'line', name: 'Goodwill', amountCents: -100, reason: 'Agreed' } as const;
    const { invoiceId } = await reissueInvoice(billing, first, { corrections: [added] }, test.command());
    const [old, now] = [await invoiceOf(first), await invoiceOf(invoiceId)];
    expect(now.lines.slice(0, -1)).toEqual(old.lines);
    expect(now.totalCents).toBe(CHARGES - 100 - 2_000);
    expect(
      (await test.issued(DECEMBER)).filter(({ accountId }) => accountId === dealer.accountId),
    ).toMatchObject([{ policyVersion: 1 }, { policyVersion: 2 }]);
    for (const id of [first, invoiceId]) expect((await replay(id)).equal).toBe(true);
  });
});
