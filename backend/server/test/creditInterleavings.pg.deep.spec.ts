import { invoiceDecider, invoiceStream } from '@portal/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Execution } from '../src/kernel/execute.ts';
import { replayInvoice } from '../src/modules/audit/replayInvoice.ts';
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

/** Called before each command of those who issue. */
type Before = (command: { readonly type: string }) => Promise<void>;

/** Billing as a portal does it that is held up where a test wants. */
function heldUp(before: Before): BillingPorts {
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
const invoiceOf = async (dealer: Dealer, period: string) => {
  const invoice = await test.portal.commands.load(invoiceStream(idOf(dealer, period)), invoiceDecider);
  if (invoice.status === 'none') throw new Error(`There is no invoice of ${period}`);
  return invoice;
};
/** Part of November counts towards what comes next. Dollars. */
const credit = (dealer: Dealer, amount: string) =>
  creditInvoice(test.portal.commands, idOf(dealer, NOVEMBER), { amount }, test.command());
/** Another invoice uses up what there is of a credit. */
async function useElsewhere(dealer: Dealer, creditId: string, amountCents: number): Promise<void> {
  await test.portal.commands.execute({
    stream: invoiceStream(idOf(dealer, NOVEMBER)),
    decider: invoiceDecider,
    command: { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: idOf(dealer, '2030-01'), amountCents },
    context: test.command(),
    accounts: [dealer.accountId],
  });
}
const creditsOf = async (dealer: Dealer) => (await invoiceOf(dealer, NOVEMBER)).credits;

const replay = async (dealer: Dealer, period: string) => {
  await test.portal.billing.upToDate(['logIndex']);
  const { portal } = test;
  const ports = {
    db: portal.database.pool,
    timeZone: 'America/New_York',
    today: () => '2027-01-02',
    readStream: portal.commands.readStream,
  };
  return replayInvoice(ports, idOf(dealer, period));
};

/** A live company whose November is paid by check. */
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

/** What December says it took of each credit is what the credits say, and the invoice follows from the log. */
async function expectExact(dealer: Dealer): Promise<void> {
  const [december, credits] = [await invoiceOf(dealer, DECEMBER), await creditsOf(dealer)];
  const taken = credits.flatMap(({ creditId, applied }) =>
    applied
      .filter(({ toInvoiceId }) => toInvoiceId === idOf(dealer, DECEMBER))
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

describe('a credit that comes while an invoice is made', { timeout: 60_000 }, () => {
  // Proves I8-priced-as-of
  it.each(['AssignInvoiceNumbers', 'IssueInvoice'])(
    'before %s: it waits for the next invoice, and the replay agrees',
    async (type) => {
      const dealer = await paidNovember();
      const ports = heldUp(async (command) => {
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
    'never leaves it taken for an invoice without it: one portal stands before %s, the other prices with it',
    async (type, totalCents) => {
      const dealer = await paidNovember();
      let reached = () => {};
      const atTaking = new Promise<void>((resolve) => {
        reached = resolve;
      });
      let first: Promise<unknown> | undefined;
      let second: Promise<unknown> | undefined;
      const takes = heldUp(async (command) => {
        if (command.type !== 'ApplyInvoiceCredit') return;
        reached();
        await first;
      });
      const pricedBefore = heldUp(async (command) => {
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
  it('used elsewhere in the meantime has the invoice priced anew, which the replay sees too', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '20.00');
    const [given] = await creditsOf(dealer);
    if (given === undefined) throw new Error('No credit was given');
    let used = false;
    const ports = heldUp(async ({ type }) => {
      if (type !== 'ApplyInvoiceCredit' || used) return;
      used = true;
      await useElsewhere(dealer, given.creditId, 1_500);
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
    'is exact in whatever order two portals, an administrator and another invoice come',
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
                issue(dealer, DECEMBER, heldUp(turn)),
                issue(dealer, DECEMBER, heldUp(turn)),
                inTurn('credit', () => credit(dealer, (givenCents / 100).toFixed(2))),
                inTurn('use elsewhere', () =>
                  // too late where an invoice has taken it
                  useElsewhere(dealer, given?.creditId ?? '', usedCents).catch(() => undefined),
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

describe('what was taken for an invoice that does not list it', { timeout: 60_000 }, () => {
  const take = async (dealer: Dealer) => {
    const [given] = await creditsOf(dealer);
    return test.portal.commands.execute({
      stream: invoiceStream(idOf(dealer, NOVEMBER)),
      decider: invoiceDecider,
      command: {
        type: 'ApplyInvoiceCredit',
        creditId: given?.creditId ?? '',
        toInvoiceId: idOf(dealer, DECEMBER),
        amountCents: 700,
      },
      context: test.command(),
      accounts: [dealer.accountId],
    });
  };
  const issueWithout = async (dealer: Dealer, taking: Before) => {
    const ports = heldUp(taking);
    await issue(dealer, DECEMBER, ports);
    expect(await invoiceOf(dealer, DECEMBER)).toMatchObject({ totalCents: CHARGES, adjustments: [] });
  };

  it('after it was issued is there again', async () => {
    const dealer = await paidNovember();
    await issue(dealer, DECEMBER);
    await credit(dealer, '7.00');
    const { appended } = await take(dealer);
    expect((await creditsOf(dealer))[0]?.applied).toHaveLength(1);
    await test.portal.commands.followUp(appended);
    expect((await creditsOf(dealer))[0]?.applied).toEqual([]);
    await test.portal.commands.followUp(appended);
    expect(
      (await test.stored('InvoiceCreditReleased')).filter(({ data }) => data.accountId === dealer.accountId),
    ).toHaveLength(1);
  });

  // Proves I8-priced-as-of
  it('before it was issued is there again once it is, whoever died in between', async () => {
    const dealer = await paidNovember();
    const { commands } = test.portal;
    await issueWithout(dealer, async ({ type }) => {
      if (type !== 'IssueInvoice') return;
      await credit(dealer, '7.00');
      const { appended } = await take(dealer);
      await commands.followUp(appended);
    });
    // nobody may say so before the invoice is there
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
      invoicesLeavingOver: async () => [idOf(dealer, NOVEMBER)],
    };
    const consequences = await releaseUnusedAdjustments.decide(anew, commands.load, lookUp);
    expect(consequences.map(({ stream }) => stream)).toEqual([invoiceStream(idOf(dealer, NOVEMBER))]);
    // an invoice that was priced once to take nothing has had nothing taken for it
    expect(await releaseUnusedAdjustments.decide(issued, commands.load, lookUp)).toEqual([]);
  });

  it('of two credits of which the invoice lists one, the other is there again', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '7.00');
    await issue(dealer, DECEMBER);
    await credit(dealer, '3.00');
    const { commands } = test.portal;
    const [listed, late] = await creditsOf(dealer);
    const { appended } = await commands.execute({
      stream: invoiceStream(idOf(dealer, NOVEMBER)),
      decider: invoiceDecider,
      command: {
        type: 'ApplyInvoiceCredit',
        creditId: late?.creditId ?? '',
        toInvoiceId: idOf(dealer, DECEMBER),
        amountCents: 300,
      },
      context: test.command(),
      accounts: [dealer.accountId],
    });
    await commands.followUp(appended);
    const toDecember = { toInvoiceId: idOf(dealer, DECEMBER), amountCents: 700 };
    expect(await creditsOf(dealer)).toMatchObject([
      { creditId: listed?.creditId, applied: [toDecember] },
      { creditId: late?.creditId, applied: [] },
    ]);
    await expectExact(dealer);
  });

  it('stays where the invoice lists it', async () => {
    const dealer = await paidNovember();
    await credit(dealer, '7.00');
    const { chain } = await issue(dealer, DECEMBER);
    expect(chain.types).not.toContain('InvoiceCreditReleased');
    await expectExact(dealer);
    expect((await invoiceOf(dealer, DECEMBER)).totalCents).toBe(CHARGES - 700);
  });
});
