import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceIssued, invoicePaid as paid } from '../../test/invoiceEvents.ts';
import { openAdjustments } from './carrying.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';

const issued = (period: string, totalCents: number, isDemo = false): InvoiceEvent =>
  invoiceIssued({
    invoiceId: `a1_${period}`,
    invoiceNumber: `INV-${period.replace('-', '')}-0001`,
    period,
    totalCents,
    isDemo,
  });
const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { ...ids, reason: null } };
const carry = { type: 'CarryInvoice', toInvoiceId: 'a1_2026-06' } as const;
const carried: InvoiceEvent = { type: 'InvoiceCarried', data: { ...ids, toInvoiceId: 'a1_2026-06' } };
const release = { type: 'ReleaseCarriedInvoice', toInvoiceId: 'a1_2026-06' } as const;
const released: InvoiceEvent = { type: 'InvoiceCarryReleased', data: { ...ids, toInvoiceId: 'a1_2026-06' } };
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, ...history);
const after = (...history: InvoiceEvent[]) =>
  history.reduce(invoiceDecider.evolve, invoiceDecider.initialState);
const may = (totalCents: number) => issued('2026-05', totalCents);

describe('an invoice below $0.50', () => {
  it.each([1, 49])('of %i cents is carried to the next', (cents) =>
    invoice(may(cents)).when(carry).thenEvents(carried),
  );
  it('twice yields no event', () => invoice(may(30), carried).when(carry).thenNothing());
  it('is carried to one invoice only', () =>
    invoice(may(30), carried)
      .when({ ...carry, toInvoiceId: 'a1_2026-07' })
      .thenRefused('conflict', 'This invoice was carried to a later one and is paid there.'));
  it('is open again if that one is voided', () => {
    invoice(may(30), carried).when(release).thenEvents(released);
    invoice(may(30), carried, released)
      .when({ ...carry, toInvoiceId: 'a1_2026-07' })
      .thenEvents({ type: 'InvoiceCarried', data: { ...ids, toInvoiceId: 'a1_2026-07' } });
    expect(after(may(30), carried, released)).toMatchObject({ status: 'open', carriedTo: null });
  });
  it('opened again twice yields no event', () => {
    invoice(may(30), carried, released).when(release).thenNothing();
    invoice(may(30), carried)
      .when({ ...release, toInvoiceId: 'a1_2026-07' })
      .thenNothing();
  });
  it('is not carried once it is settled', () => {
    invoice(may(30), paid(30)).when(carry).thenRefused('conflict', 'This invoice is paid already.');
    invoice(may(30), voided)
      .when(carry)
      .thenRefused('conflict', "This invoice was canceled and can't be paid.");
  });
  it.each([50, 2_600])('does not include %i cents', (cents) =>
    invoice(may(cents))
      .when(carry)
      .thenRefused('unprocessable', 'Only an amount too small for a card can be carried over.'),
  );
});

describe('what earlier invoices leave to the next', () => {
  const target = 'a1_2026-06';
  const leftBy = (...histories: InvoiceEvent[][]) =>
    openAdjustments(
      histories.map((history) => after(...history)),
      target,
      false,
    );
  const thirty = { invoiceId: 'a1_2026-05', invoiceNumber: 'INV-202605-0001', amountCents: 30 };
  it('is nothing if all are paid, voided or large enough for a card', () =>
    expect(leftBy([], [may(2_600)], [may(0)], [may(30), paid(30)], [may(30), voided], [may(50)])).toEqual({
      carried: [],
      credits: [],
    }));
  it('is every open remainder, by number', () =>
    expect(leftBy([may(30)], [issued('2026-04', 49)]).carried).toEqual([
      { invoiceId: 'a1_2026-04', invoiceNumber: 'INV-202604-0001', amountCents: 49 },
      thirty,
    ]));
  it('excludes invoices of the same or a later month', () =>
    expect(
      openAdjustments([after(issued('2026-06', 30)), after(issued('2026-07', 30))], 'a1_2026-06_r2', false)
        .carried,
    ).toEqual([]));
  it('is the same for a repeated run, and nothing for another invoice', () => {
    expect(leftBy([may(30), carried]).carried).toEqual([thirty]);
    expect(openAdjustments([after(may(30), carried)], 'a1_2026-07', false).carried).toEqual([]);
  });

  const credited = (creditId: string, amountCents: number): InvoiceEvent => ({
    type: 'InvoiceCredited',
    data: { ...ids, creditId, amountCents, reason: null },
  });
  const applied = (creditId: string, toInvoiceId: string, amountCents: number): InvoiceEvent => ({
    type: 'InvoiceCreditApplied',
    data: { ...ids, creditId, toInvoiceId, amountCents },
  });
  const credit = (
    creditId: string,
    availableCents: number,
    takenCents: number | null,
    recordedCents = takenCents ?? availableCents,
  ) => ({
    invoiceId: 'a1_2026-05',
    invoiceNumber: 'INV-202605-0001',
    creditId,
    availableCents,
    takenCents,
    recordedCents,
  });
  it('is what is left of each credit', () =>
    expect(
      leftBy([
        may(2_600),
        paid(2_600),
        credited('c1', 1_000),
        credited('c2', 500),
        applied('c1', 'a1_2026-05_r9', 600),
        applied('c2', 'a1_2026-05_r9', 500),
      ]).credits,
    ).toEqual([credit('c1', 400, null)]));
  it('is what this invoice took before, even if nothing is left', () =>
    expect(
      leftBy([may(2_600), paid(2_600), credited('c1', 1_000), applied('c1', target, 1_000)]).credits,
    ).toEqual([credit('c1', 0, 1_000)]));
  it('excludes its own credits', () => {
    const own = after(may(2_600), paid(2_600), credited('c1', 1_000));
    expect(openAdjustments([own], 'a1_2026-05', false).credits).toEqual([]);
  });
  it.each([
    [true, false, 0],
    [true, true, 1],
    [false, false, 1],
    [false, true, 0],
  ])('keeps demo (%s) apart from the invoice of a demo account (%s)', (wasDemo, isDemo, count) => {
    const small = after(issued('2026-05', 30, wasDemo));
    const byCard = after(may(2_600), paid(2_600, !wasDemo), credited('c1', 500));
    const left = openAdjustments([small, byCard], target, isDemo);
    expect([left.carried.length, left.credits.length]).toEqual([count, count]);
  });
  it('keeps what was taken after the account changed its mode', () => {
    const history = [may(2_600), paid(2_600, false), credited('c1', 500), applied('c1', target, 500)];
    expect(openAdjustments([after(...history)], target, false).credits).toEqual([credit('c1', 0, 500, 0)]);
  });
  it.each([
    [true, true, 1],
    [true, false, 0],
    [false, false, 1],
    [false, true, 0],
  ])(
    'keeps credit of an invoice that credit settled (demo: %s) in its mode (%s)',
    (wasDemo, isDemo, count) => {
      const settled = issued('2026-05', 0, wasDemo);
      const nothing = { method: 'none', amountCents: 0, paidOn: '2026-05-01', livemode: null } as const;
      const history: InvoiceEvent[] = [
        {
          ...settled,
          data: {
            ...settled.data,
            adjustments: [
              {
                kind: 'credit',
                invoiceId: 'a1_2026-04',
                invoiceNumber: 'INV-202604-0001',
                creditId: 'c0',
                amountCents: -500,
              },
            ],
          },
        } as InvoiceEvent,
        { type: 'InvoicePaid', data: { ...ids, ...nothing, reference: null, paymentId: null, reason: null } },
        credited('c1', 500),
      ];
      expect(openAdjustments([after(...history)], target, isDemo).credits).toHaveLength(count);
    },
  );
  describe('of money that an administrator recorded', () => {
    const live = may(2_600);
    const demo = issued('2026-05', 2_600, true);
    const left = (isDemo: boolean, history: InvoiceEvent[], version?: number) =>
      openAdjustments([after(...history)], target, isDemo, version).credits;
    it.each([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])('lowers the next invoice of an account that was (demo: %s) and is (demo: %s)', (was, is) =>
      expect(left(is, [was ? demo : live, paid(2_600), credited('c1', 500)])).toEqual([
        credit('c1', 500, null),
      ]),
    );
    // Proves S6-invoices-28
    it.each([
      [false, 1],
      [true, 0],
    ])('counted as live in policy version 1 (demo: %s)', (isDemo, count) => {
      for (const one of [live, demo])
        expect(left(isDemo, [one, paid(2_600), credited('c1', 500)], 1)).toHaveLength(count);
    });
    it('stays recorded money after an invoice used and released it', () => {
      const used = issued('2026-05', 0, true);
      const adjustment = {
        kind: 'credit',
        invoiceId: 'a1_2026-04',
        invoiceNumber: 'INV-202604-0001',
        creditId: 'c0',
        amountCents: -500,
        recordedCents: 300,
      } as const;
      const nothing = { method: 'none', amountCents: 0, paidOn: '2026-05-01', livemode: null } as const;
      const history: InvoiceEvent[] = [
        { ...used, data: { ...used.data, adjustments: [adjustment] } } as InvoiceEvent,
        { type: 'InvoicePaid', data: { ...ids, ...nothing, reference: null, paymentId: null, reason: null } },
        credited('c1', 500),
      ];
      expect(left(true, history)).toEqual([credit('c1', 500, null, 300)]);
      expect(left(false, history)).toEqual([credit('c1', 300, null)]);
    });
    it('is used before what a card paid beside it, which keeps its mode', () => {
      const part: InvoiceEvent = {
        type: 'InvoicePartPaid',
        data: {
          ...ids,
          method: 'check',
          amountCents: 1_000,
          paidOn: '2026-05-09',
          reference: '7',
          reason: null,
          recordId: 'm1',
          isDemo: true,
        },
      };
      const history = [
        demo,
        part,
        paid(1_600, false),
        credited('c1', 1_500),
        applied('c1', 'a1_2026-05_r9', 400),
      ];
      expect(left(true, history)).toEqual([credit('c1', 1_100, null, 600)]);
      expect(left(false, history)).toEqual([credit('c1', 600, null)]);
    });
  });
  it('is what is left of two credits of which one was taken whole', () => {
    const two = [may(2_600), paid(2_600), credited('c1', 700), credited('c2', 300)];
    expect(leftBy([...two, applied('c1', target, 700)]).credits).toEqual([
      credit('c1', 0, 700),
      credit('c2', 300, null),
    ]);
    expect(leftBy([...two, applied('c1', 'a1_2026-05_r9', 700)]).credits).toEqual([credit('c2', 300, null)]);
    invoice(...two, applied('c1', 'a1_2026-05_r9', 700))
      .when({ type: 'ReleaseInvoiceCredit', creditId: 'c1', toInvoiceId: 'a1_2026-05_r9' })
      .thenEvents({
        type: 'InvoiceCreditReleased',
        data: { ...ids, creditId: 'c1', toInvoiceId: 'a1_2026-05_r9' },
      });
    invoice(...two, applied('c1', 'a1_2026-05_r9', 700))
      .when({ type: 'ReleaseInvoiceCredit', creditId: 'c2', toInvoiceId: 'a1_2026-05_r9' })
      .thenNothing();
  });
  it('is the remainder of one that was paid in part', () => {
    const part: InvoiceEvent = {
      type: 'InvoicePartPaid',
      data: {
        ...ids,
        method: 'ach',
        amountCents: 2_551,
        paidOn: '2026-05-09',
        reference: '7',
        reason: null,
        recordId: 'm1',
        isDemo: false,
      },
    };
    expect(leftBy([may(2_600), part]).carried).toEqual([{ ...thirty, amountCents: 49 }]);
    invoice(may(2_600), part).when(carry).thenEvents(carried);
    expect(leftBy([may(2_600), part, carried]).carried).toEqual([{ ...thirty, amountCents: 49 }]);
  });
  it('needs the id of an invoice', () => expect(() => openAdjustments([], 'a1', false)).toThrow(RangeError));
});
