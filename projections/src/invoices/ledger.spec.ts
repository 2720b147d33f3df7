import { type InvoiceCommand, type InvoiceEvent, invoiceDecider, invoiceStream } from '@portal/domain';
import { createMemoryEventStore } from '@portal/event-store';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldInMemory } from '../../test/agree.ts';
import { testCodec } from '../../test/codec.ts';
import { History } from '../../test/history.ts';
import { issueCommand } from '../../test/issueInvoice.ts';
import { balanceAfter, ledgerOf } from './ledger.ts';
import { invoices } from './projector.ts';
import type { InvoiceRow } from './query.ts';

/** The rows of these invoices, each given by its commands. */
async function rowsOf(
  ...all: readonly (readonly [Extract<InvoiceCommand, { type: 'IssueInvoice' }>, ...InvoiceCommand[]])[]
): Promise<readonly InvoiceRow[]> {
  const codec = testCodec();
  const store = createMemoryEventStore();
  const history = new History(store, codec);
  for (const commands of all) {
    let state = invoiceDecider.initialState;
    const events: InvoiceEvent[] = [];
    for (const command of commands) {
      const decided = invoiceDecider.decide(command, state);
      state = decided.reduce(invoiceDecider.evolve, state);
      events.push(...decided);
    }
    const [{ invoiceId, priced }] = commands;
    await history.add(invoiceStream(invoiceId), [priced.accountId], ...events);
  }
  const { events } = await store.readAll(null, { limit: 1_000 });
  const rows = await foldInMemory(invoices, codec, events, events.length);
  return rows.invoices as unknown as readonly InvoiceRow[];
}

const issue = (period: string, rateCents: number, more: object = {}) =>
  issueCommand({ accountId: 'a1', period, lines: [{ readers: 10, rateCents }], ...more });
const pay = (amountCents: number): InvoiceCommand => ({
  type: 'PayInvoice',
  paymentId: 'p',
  amountCents,
  livemode: true,
  paidOn: '2026-05-10',
});

it('charges each line once, with carried remainders and used credits', async () => {
  const rows = await rowsOf(
    [
      issue('2026-05', 650),
      pay(6_500),
      { type: 'CreditInvoice', creditId: 'c', amountCents: 1_000, reason: null },
      { type: 'ApplyInvoiceCredit', creditId: 'c', toInvoiceId: 'a1_2026-06', amountCents: 1_000 },
    ],
    [
      issue('2026-06', 650, {
        adjustments: [
          {
            kind: 'credit',
            invoiceId: 'a1_2026-05',
            invoiceNumber: 'INV-202605-0001',
            creditId: 'c',
            amountCents: -1_000,
          },
        ],
      }),
    ],
  );
  const entries = ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' });
  expect(
    entries.map(({ day, kind, charge_cents, payment_cents }) => [day, kind, charge_cents, payment_cents]),
  ).toEqual([
    ['2026-01-05', 'credit', -1_000, 0],
    ['2026-05-01', 'invoice', 6_500, 0],
    ['2026-05-10', 'payment', 0, 6_500],
    ['2026-06-01', 'invoice', 6_500, 0],
  ]);
  expect(balanceAfter(entries)).toBe(5_500);
});

// Proves I8-credit-corrected
it("counts a credit on an amount settled by credit as the company's money", async () => {
  const creditOf = (creditId: string, month: string, amountCents: number) => ({
    kind: 'credit',
    invoiceId: `a1_2026-${month}`,
    invoiceNumber: `INV-2026${month}-0001`,
    creditId,
    amountCents: -amountCents,
  });
  const give = (creditId: string, amountCents: number): InvoiceCommand => ({
    type: 'CreditInvoice',
    creditId,
    amountCents,
    reason: null,
  });
  const use = (creditId: string, month: string, amountCents: number): InvoiceCommand => ({
    type: 'ApplyInvoiceCredit',
    creditId,
    toInvoiceId: `a1_2026-${month}`,
    amountCents,
  });
  const rows = await rowsOf(
    [issue('2026-05', 650), pay(6_500), give('c1', 6_500), use('c1', '06', 6_500)],
    [
      issue('2026-06', 650, { adjustments: [creditOf('c1', '05', 6_500)] }),
      give('c2', 2_000),
      use('c2', '07', 1_500),
    ],
    [issue('2026-07', 150, { adjustments: [creditOf('c2', '06', 1_500)] })],
  );
  // paid once, charged three times, given back twice: $5.00 of credit is left
  expect(balanceAfter(ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' }))).toBe(-500);
});

it('charges a carried amount where it arose, and not again on the later invoice', async () => {
  const rows = await rowsOf(
    [issue('2026-05', 3), { type: 'CarryInvoice', toInvoiceId: 'a1_2026-06' }],
    [
      issue('2026-06', 650, {
        adjustments: [
          {
            kind: 'carried',
            invoiceId: 'a1_2026-05',
            invoiceNumber: 'INV-202605-0001',
            creditId: null,
            amountCents: 30,
          },
        ],
      }),
    ],
  );
  const entries = ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' });
  expect(entries.map(({ charge_cents }) => charge_cents)).toEqual([30, 6_500]);
  expect(rows.find(({ id }) => id === 'a1_2026-06')?.total_cents).toBe(balanceAfter(entries));
});

it('reverses a canceled invoice, and a refund leaves the balance unchanged', async () => {
  const rows = await rowsOf(
    [issue('2026-05', 650), { type: 'VoidInvoice', reason: null }],
    [
      issue('2026-06', 100),
      pay(1_000),
      {
        type: 'RecordInvoiceRefund',
        refundId: 'r',
        method: 'check',
        amountCents: 300,
        refundedOn: '2026-06-09',
        reference: '77',
        reason: null,
      },
      { type: 'RequestInvoiceRefund', refundId: 'r2', amountCents: 100, reason: null },
    ],
  );
  const entries = ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' });
  expect(entries.find(({ kind }) => kind === 'refund')).toMatchObject({
    day: '2026-06-09',
    method: 'check',
    charge_cents: -300,
    payment_cents: -300,
  });
  expect(entries.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  expect(balanceAfter(entries)).toBe(0);
});

it('dates entries by billing day, at any hour in UTC', async () => {
  const [row] = await rowsOf([issue('2026-05', 650), { type: 'VoidInvoice', reason: null }]);
  if (row === undefined) throw new Error('no row');
  const late = { ...row, voided_at: '2026-06-01T02:00:00.000Z' };
  const days = (zone: string) => ledgerOf([late], { isDemo: false, timeZone: zone }).map(({ day }) => day);
  expect(days('America/New_York')).toEqual(['2026-05-01', '2026-05-31']);
  expect(days('UTC')).toEqual(['2026-05-01', '2026-06-01']);
});

const writeOff: InvoiceCommand = { type: 'WriteOffInvoice', reason: 'Closed', today: '2026-06-20' };
const takeBack: InvoiceCommand = { type: 'TakeWriteOffBack', reason: 'Paid', today: '2026-06-21' };

// Proves B38-write-off
it('lowers the balance by what is written off, until it is taken back', async () => {
  const check: InvoiceCommand = {
    type: 'RecordInvoicePayment',
    recordId: 'm1',
    amountCents: 2_000,
    method: 'check',
    paidOn: '2026-05-10',
    reference: '1',
    reason: null,
    isDemo: false,
    today: '2026-05-12',
  };
  const rows = await rowsOf([issue('2026-05', 650), check, writeOff, takeBack]);
  const entries = ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' });
  expect(entries.map(({ day, kind, charge_cents }) => [day, kind, charge_cents])).toEqual([
    ['2026-05-01', 'invoice', 6_500],
    ['2026-05-10', 'payment', 0],
    ['2026-06-20', 'write_off', -4_500],
    ['2026-06-21', 'write_off', 4_500],
  ]);
  expect([3, 4].map((count) => balanceAfter(entries.slice(0, count)))).toEqual([0, 4_500]);
});

// Proves S6-invoices-9
it('equals the open amount less unused credits (property)', async () => {
  const fate = fc.constantFrom('open', 'paid', 'voided', 'credited', 'refunded', 'written off', 'taken back');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ rateCents: fc.integer({ min: 10, max: 2_000 }), fate }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (months) => {
        let unused = 0;
        let open = 0;
        const all = months.map(({ rateCents, fate: what }, index) => {
          const period = `2026-${String(index + 1).padStart(2, '0')}`;
          const total = rateCents * 10;
          const part = Math.floor(total / 3);
          const commands: InvoiceCommand[] = [];
          if (what === 'open' || what === 'taken back') open += total;
          if (what === 'written off' || what === 'taken back') commands.push(writeOff);
          if (what === 'taken back') commands.push(takeBack);
          if (what === 'voided') commands.push({ type: 'VoidInvoice', reason: null });
          if (what === 'paid' || what === 'credited' || what === 'refunded') commands.push(pay(total));
          if (what === 'credited') {
            commands.push({ type: 'CreditInvoice', creditId: `c${index}`, amountCents: part, reason: null });
            unused += part;
          }
          if (what === 'refunded') {
            commands.push({
              type: 'RecordInvoiceRefund',
              refundId: `r${index}`,
              method: 'card',
              amountCents: part,
              refundedOn: `${period}-20`,
              reference: null,
              reason: null,
            });
          }
          return [issue(period, rateCents), ...commands] as const;
        });
        const rows = await rowsOf(...all);
        expect(balanceAfter(ledgerOf(rows, { isDemo: false, timeZone: 'America/New_York' }))).toBe(
          open - unused,
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('counts an overpayment once and removes a reversed payment', async () => {
  const check = (recordId: string, amountCents: number): InvoiceCommand => ({
    type: 'RecordInvoicePayment',
    recordId,
    amountCents,
    method: 'check',
    paidOn: '2026-05-10',
    reference: '1042',
    reason: null,
    isDemo: false,
    today: '2026-05-12',
  });
  const reverse: InvoiceCommand = {
    type: 'ReverseInvoicePayment',
    recordId: 'm1',
    reason: 'It bounced',
    today: '2026-05-14',
  };
  const ledger = async (...commands: InvoiceCommand[]) =>
    ledgerOf(await rowsOf([issue('2026-05', 650), ...commands]), {
      isDemo: false,
      timeZone: 'America/New_York',
    });
  expect(balanceAfter(await ledger(check('m1', 4_000)))).toBe(2_500);
  expect(balanceAfter(await ledger(check('m1', 8_000)))).toBe(-1_500);
  const after = await ledger(check('m1', 8_000), reverse);
  expect(balanceAfter(after)).toBe(6_500);
  expect(after.map(({ day, kind, payment_cents }) => [day, kind, payment_cents])).toEqual([
    ['2026-05-01', 'invoice', 0],
    ['2026-05-10', 'payment', 8_000],
    ['2026-05-14', 'reversal', -8_000],
  ]);
  const voided = await ledger(check('m1', 4_000), { type: 'VoidInvoice', reason: null });
  expect(balanceAfter(voided)).toBe(-4_000);
});

// Proves I35-3
it('keeps the modes apart; credit of recorded money is transferred between them', async () => {
  const rows = await rowsOf(
    [
      issue('2026-05', 650, { isDemo: true }),
      {
        type: 'RecordInvoicePayment',
        recordId: 'r',
        method: 'check',
        amountCents: 8_000,
        paidOn: '2026-05-10',
        reference: '7',
        reason: null,
        isDemo: true,
        today: '2026-05-10',
      },
      { type: 'ApplyInvoiceCredit', creditId: 'r', toInvoiceId: 'a1_2026-06', amountCents: 1_500 },
    ],
    [
      issue('2026-06', 650, {
        adjustments: [
          {
            kind: 'credit',
            invoiceId: 'a1_2026-05',
            invoiceNumber: 'INV-202605-0001',
            creditId: 'r',
            amountCents: -1_500,
            recordedCents: 1_500,
          },
        ],
      }),
    ],
    [issue('2026-07', 100, { isDemo: true })],
  );
  const ledger = (isDemo: boolean) => ledgerOf(rows, { isDemo, timeZone: 'America/New_York' });
  const shown = (isDemo: boolean) =>
    ledger(isDemo).map(({ kind, charge_cents, payment_cents }) => [kind, charge_cents, payment_cents]);
  expect(shown(false)).toEqual([
    ['invoice', 6_500, 0],
    ['transfer', 0, 1_500],
  ]);
  expect(shown(true)).toEqual([
    ['invoice', 6_500, 0],
    ['payment', 0, 8_000],
    ['transfer', 0, -1_500],
    ['invoice', 1_000, 0],
  ]);
  expect([balanceAfter(ledger(false)), balanceAfter(ledger(true))]).toEqual([5_000, 1_000]);
});
