import { invoiceDecider, invoiceStream } from '@portal/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Execution } from '../src/kernel/execute.ts';
import { issueOne } from '../src/modules/billing/issueOne.ts';
import type { BillingPorts } from '../src/modules/billing/ports.ts';
import { setDemoStatus } from '../src/modules/companies/changeAccount.ts';
import { creditInvoice, recordInvoicePayment } from '../src/modules/invoices/correctInvoice.ts';
import { releaseUnusedAdjustments } from '../src/modules/invoices/processes.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';

const [NOVEMBER, DECEMBER, JANUARY] = ['2026-11', '2026-12', '2027-01'] as const;
/** Ten readers at $6.50. */
const CHARGES = 6_500;

let test: BillingPortal;

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
}, 60_000);
afterAll(() => test.stop());

/** Called before each command of billing. */
type Before = (command: { readonly type: string }) => Promise<void>;

/** The portal's billing, with `before` ahead of each command. */
function interrupted(before: Before): BillingPorts {
  const { billing } = test.portal;
  return {
    ...billing,
    commands: {
      ...billing.commands,
      execute: async <
        State,
        Command,
        Event extends Parameters<typeof billing.commands.followUp>[0][number]['event'],
      >(
        execution: Execution<State, Command, Event>,
      ) => {
        await before(execution.command as { readonly type: string });
        return billing.commands.execute(execution);
      },
    },
  };
}

const issue = (dealer: Dealer, period: string, ports: BillingPorts = test.portal.billing) =>
  issueOne(ports, dealer.accountId, period, test.command());
const idOf = ({ accountId }: Dealer, period: string) => `${accountId}_${period}`;
const invoiceOf = (dealer: Dealer, period: string) => test.invoiceOf(idOf(dealer, period));
/** Credits part of November, in dollars. */
const credit = (dealer: Dealer, amount: string) =>
  creditInvoice(test.portal.commands, idOf(dealer, NOVEMBER), { amount }, test.command());
/** The same before its processes ran, which would pay December by it. */
const creditUnseen = (dealer: Dealer, amountCents: number) => {
  const context = test.command();
  return test.portal.commands.execute({
    stream: invoiceStream(idOf(dealer, NOVEMBER)),
    decider: invoiceDecider,
    command: { type: 'CreditInvoice', creditId: context.id, amountCents, reason: null },
    context,
    accounts: [dealer.accountId],
  });
};
const applyCredit = (dealer: Dealer, creditId: string, toPeriod: string, amountCents: number) =>
  test.portal.commands.execute({
    stream: invoiceStream(idOf(dealer, NOVEMBER)),
    decider: invoiceDecider,
    command: { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: idOf(dealer, toPeriod), amountCents },
    context: test.command(),
    accounts: [dealer.accountId],
  });
/** An invoice that takes part in no test. */
const ELSEWHERE = '2030-01';
const creditsOf = async (dealer: Dealer) => (await invoiceOf(dealer, NOVEMBER)).credits;

const replay = (dealer: Dealer, period: string) => test.replay(idOf(dealer, period));

/** A live company that has paid November by check. */
async function paidNovember(): Promise<Dealer> {
  test.setClock('2026-10-05T15:00:00.000Z');
  const dealer = await test.newAccount();
  const { commands } = test.portal;
  await setDemoStatus(commands, dealer.accountId, false, test.command());
  await test.newSite(dealer);
  test.setClock('2026-11-02T15:00:00.000Z');
  await issue(dealer, NOVEMBER);
  const payment = { method: 'check', paid_on: '2026-11-02', reference: '1001' } as const;
  await recordInvoicePayment(test.portal, idOf(dealer, NOVEMBER), payment, test.command());
  test.setClock('2026-12-02T15:00:00.000Z');
  return dealer;
}

/** December's adjustments equal the applied credits, and its replay is exact. */
async function expectExact(dealer: Dealer): Promise<void> {
  const [december, credits] = [await invoiceOf(dealer, DECEMBER), await creditsOf(dealer)];
  const taken = credits.flatMap(({ creditId, applied }) =>
    applied
      .filter((use) => use.toInvoiceId === idOf(dealer, DECEMBER) && use.allocationId === undefined)
      .map(({ amountCents }) => [creditId, -amountCents]),
  );
  expect(december.adjustments.map(({ creditId, amountCents }) => [creditId, amountCents])).toEqual(taken);
  for (const { amountCents, applied } of credits) {
    const used = applied.reduce((sum, one) => sum + one.amountCents, 0);
    expect(used).toBeLessThanOrEqual(amountCents);
  }
  expect(await replay(dealer, DECEMBER)).toMatchObject({
    equal: true,
    replayed: { total_cents: december.totalCents },
  });
}

describe('a credit given while an invoice is issued', { timeout: 60_000 }, () => {
  // Proves I8-priced-as-of
  it.each(['AssignInvoiceNumbers', 'IssueInvoice'])(
    'is kept for the next invoice, with an exact replay: before %s',
    async (type) => {
      const dealer = await paidNovember();
      const ports = interrupted(async (command) => {
        if (command.type === type) await credit(dealer, '20.00');
      });
      await issue(dealer, DECEMBER, ports);
      expect(await invoiceOf(dealer, DECEMBER)).toMatchObject({ totalCents: CHARGES, adjustments: [] });
      await expectExact(dealer);

      test.setClock('2027-01-02T15:00:00.000Z');
      await issue(dealer, JANUARY);
      expect(await invoiceOf(dealer, JANUARY)).toMatchObject({ totalCents: CHARGES - 2_000 });
      expect(await replay(dealer, JANUARY)).toMatchObject({ equal: true });
    },
  );

  // Proves I8-priced-as-of
  it.each([
    ['AssignInvoiceNumbers', CHARGES - 2_000],
    ['IssueInvoice', CHARGES],
  ])(
    'is never taken by an invoice without it: one portal waits before %s, another prices with it',
    async (type, totalCents) => {
      const dealer = await paidNovember();
      let reached = () => {};
      const atTaking = new Promise<void>((resolve) => {
        reached = resolve;
      });
      let first: Promise<unknown> | undefined;
      let second: Promise<unknown> | undefined;
      const takes = interrupted(async (command) => {
        if (command.type !== 'ApplyInvoiceCredit') return;
        reached();
        await first;
      });
      const pricedBefore = interrupted(async (command) => {
        if (command.type !== type || second !== undefined) return;
        await credit(dealer, '20.00');
        second = issue(dealer, DECEMBER, takes);
        await Promise.race([atTaking, second]);
      });
      first = issue(dealer, DECEMBER, pricedBefore);
      await first;
      await second;
      expect(await invoiceOf(dealer, DECEMBER)).toMatchObject({ totalCents });
      await expectExact(dealer);
    },
  );

  // Proves I8-priced-as-of
  it('is priced again, with an exact replay, when another invoice uses it', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '20.00');
    const [given] = await creditsOf(dealer);
    if (given === undefined) throw new Error('No credit was given');
    let used = false;
    const ports = interrupted(async ({ type }) => {
      if (type !== 'ApplyInvoiceCredit' || used) return;
      used = true;
      await applyCredit(dealer, given.creditId, ELSEWHERE, 1_500);
    });
    await issue(dealer, DECEMBER, ports);
    expect(await invoiceOf(dealer, DECEMBER)).toMatchObject({ totalCents: CHARGES - 500 });
    await expectExact(dealer);
    const numbers = await test.stored('InvoicePricedAnew', 'InvoiceIssued');
    expect(numbers.slice(-2)).toMatchObject([
      { type: 'InvoicePricedAnew', data: { invoiceId: idOf(dealer, DECEMBER) } },
      { type: 'InvoiceIssued', data: { pricedAnew: true } },
    ]);
  });

  // Proves I8-priced-as-of
  it(
    'is applied exactly in any order of two portals, an administrator and another invoice',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.integer({ min: 1, max: 4_000 }),
          fc.integer({ min: 1, max: 2_500 }),
          async (scheduler, usedCents, givenCents) => {
            const dealer = await paidNovember();
            await credit(dealer, '40.00');
            const [given] = await creditsOf(dealer);
            const turn = scheduler.scheduleFunction(async (_command: { readonly type: string }) => undefined);
            const inTurn = (what: string, work: () => Promise<unknown>) => turn({ type: what }).then(work);
            await scheduler.waitFor(
              Promise.all([
                issue(dealer, DECEMBER, interrupted(turn)),
                issue(dealer, DECEMBER, interrupted(turn)),
                inTurn('credit', () => credit(dealer, (givenCents / 100).toFixed(2))),
                inTurn('use elsewhere', () =>
                  // fails once an invoice has taken it
                  applyCredit(dealer, given?.creditId ?? '', ELSEWHERE, usedCents).catch(() => undefined),
                ),
              ]),
            );
            await expectExact(dealer);
          },
        ),
        { numRuns: 15, endOnFailure: true },
      ),
    180_000,
  );
});

describe('a credit taken for an invoice that does not list it', { timeout: 60_000 }, () => {
  const take = async (dealer: Dealer) => {
    const [given] = await creditsOf(dealer);
    return applyCredit(dealer, given?.creditId ?? '', DECEMBER, 700);
  };
  const issueWithout = async (dealer: Dealer, taking: Before) => {
    const ports = interrupted(taking);
    await issue(dealer, DECEMBER, ports);
    expect(await invoiceOf(dealer, DECEMBER)).toMatchObject({ totalCents: CHARGES, adjustments: [] });
  };

  it('is released if it was taken after the issue', async () => {
    const dealer = await paidNovember();
    await issue(dealer, DECEMBER);
    await creditUnseen(dealer, 700);
    const { appended } = await take(dealer);
    expect((await creditsOf(dealer))[0]?.applied).toHaveLength(1);
    await test.portal.commands.followUp(appended);
    // and then pays the open invoice
    expect((await creditsOf(dealer))[0]?.applied).toMatchObject([
      { allocationId: expect.any(String), amountCents: 700 },
    ]);
    await test.portal.commands.followUp(appended);
    expect(
      (await test.stored('InvoiceCreditReleased')).filter(({ data }) => data.accountId === dealer.accountId),
    ).toHaveLength(1);
  });

  // Proves I8-priced-as-of
  it('is released after the issue if it was taken before, also after a crash', async () => {
    const dealer = await paidNovember();
    const { commands } = test.portal;
    await issueWithout(dealer, async ({ type }) => {
      if (type !== 'IssueInvoice') return;
      await credit(dealer, '7.00');
      const { appended } = await take(dealer);
      await commands.followUp(appended);
    });
    // not released before the invoice exists
    expect((await creditsOf(dealer))[0]?.applied).toHaveLength(1);
    const [issued] = await test.portal.commands.readStream(invoiceStream(idOf(dealer, DECEMBER)));
    if (issued?.event.type !== 'InvoiceIssued') throw new Error('Nothing was issued');
    const { data } = issued.event;
    const anew = {
      ...issued,
      event: { type: 'InvoiceIssued', data: { ...data, pricedAnew: true } },
    } as const;
    const lookUp = {
      billingDay: (instant: string) => instant.slice(0, 10),
      usersOfAccount: async () => [],
      sitesOfAccount: async () => [],
      invoicesToSettle: async () => [],
      invoicesLeavingOver: async () => [idOf(dealer, NOVEMBER)],
    };
    const consequences = await releaseUnusedAdjustments.decide(anew, commands.load, lookUp);
    expect(consequences.map(({ stream }) => stream)).toEqual([invoiceStream(idOf(dealer, NOVEMBER))]);
    // an invoice that was priced once without credits has taken none
    expect(await releaseUnusedAdjustments.decide(issued, commands.load, lookUp)).toEqual([]);
  });

  it('is released when the invoice lists another one', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '7.00');
    await issue(dealer, DECEMBER);
    await creditUnseen(dealer, 300);
    const { commands } = test.portal;
    const [listed, late] = await creditsOf(dealer);
    const { appended } = await applyCredit(dealer, late?.creditId ?? '', DECEMBER, 300);
    await commands.followUp(appended);
    const toDecember = { toInvoiceId: idOf(dealer, DECEMBER), amountCents: 700 };
    expect(await creditsOf(dealer)).toMatchObject([
      { creditId: listed?.creditId, applied: [toDecember] },
      { creditId: late?.creditId, applied: [{ allocationId: expect.any(String), amountCents: 300 }] },
    ]);
    await expectExact(dealer);
  });

  it('stays applied when the invoice lists it', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '7.00');
    const { chain } = await issue(dealer, DECEMBER);
    expect(chain.types).not.toContain('InvoiceCreditReleased');
    await expectExact(dealer);
    expect((await invoiceOf(dealer, DECEMBER)).totalCents).toBe(CHARGES - 700);
  });
});
