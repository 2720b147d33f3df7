import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceIssued, invoicePaid } from '../../test/invoiceEvents.ts';
import type { Charge } from '../billing/charges.ts';
import type { InvoiceCommandOf, NamedCorrection } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';

const charge = (siteId: string, readers: number, billed = true): Charge => ({
  billed,
  line: {
    siteId,
    name: siteId.toUpperCase(),
    readers,
    rateCents: 650,
    amountCents: readers * 650,
    source: 'account',
    because: [`why ${siteId}`],
  },
});
const charges = [charge('alpha', 10), charge('beta', 4), charge('idle', 7, false)];
const lines = charges.flatMap(({ billed, line }) => (billed ? [line] : []));
const issued = invoiceIssued({ lines, totalCents: 9_100 });
const paid = invoicePaid(9_100);
const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { ...ids, reason: null } };
const requested: InvoiceEvent = { type: 'InvoiceReissueRequested', data: ids };
const reason = 'As agreed';
const correct = (...corrections: NamedCorrection[]): InvoiceCommandOf<'CorrectInvoice'> => ({
  type: 'CorrectInvoice',
  corrections,
  charges,
  settlement: null,
  reason: null,
});
const credit = (...corrections: NamedCorrection[]): InvoiceCommandOf<'CorrectInvoice'> => ({
  ...correct(...corrections),
  settlement: { by: 'credit', id: 'c1' },
});
const corrected = (name: string, change: object, why = reason): InvoiceEvent =>
  ({ type: 'InvoiceCorrected', data: { ...ids, name, change, reason: why } }) as InvoiceEvent;
const alphaTo = (readers: number): NamedCorrection => ({ kind: 'readers', siteId: 'alpha', readers, reason });
const alphaWas = (was: number, readers: number) =>
  corrected('ALPHA', { kind: 'readers', siteId: 'alpha', was, readers });
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, ...history);
const NOTHING = 'These corrections do not change the invoice.';

describe('correcting an open invoice', () => {
  // Proves S6-correct-1
  it('records each correction with what stood there and why, and voids it for its reissue in the same step', () =>
    invoice(issued)
      .when(
        correct(
          alphaTo(8),
          { kind: 'rate', siteId: 'alpha', rateCents: 500, reason },
          { kind: 'billed', siteId: 'idle', billed: true, reason: 'In use' },
          { kind: 'line', name: 'Goodwill', amountCents: -1_000, reason },
        ),
      )
      .thenEvents(
        alphaWas(10, 8),
        corrected('ALPHA', { kind: 'rate', siteId: 'alpha', was: 650, rateCents: 500 }),
        corrected('IDLE', { kind: 'billed', siteId: 'idle', billed: true }, 'In use'),
        corrected('Goodwill', { kind: 'line', amountCents: -1_000 }),
        { type: 'InvoiceVoided', data: { ...ids, reason: 'As agreed; In use' } },
        requested,
      ));

  it.each([
    ['no correction at all', []],
    ['readers that stand there already', [alphaTo(10)]],
    ['a rate that holds already', [{ kind: 'rate', siteId: 'alpha', rateCents: 650, reason }]],
    ['billing what is billed', [{ kind: 'billed', siteId: 'beta', billed: true, reason }]],
    ['a line of $0.00', [{ kind: 'line', name: 'Nothing', amountCents: 0, reason }]],
  ] satisfies [string, NamedCorrection[]][])('refuses %s', (_name, corrections) =>
    invoice(issued)
      .when(correct(...corrections))
      .thenRefused('unprocessable', NOTHING, 'corrections'),
  );

  it.each([
    [
      'a site that the company did not have',
      [{ kind: 'readers', siteId: 'later', readers: 1, reason }],
      'This site did not belong to the company at the cut-off of the invoice. Add a line instead.',
    ],
    ['no reason', [{ ...alphaTo(8), reason: ' ' }], 'Reason is required'],
    [
      'less than nothing',
      [{ kind: 'line', name: 'Gift', amountCents: -9_101, reason }],
      'The corrections come to less than $0.00.',
    ],
    [
      'nothing left',
      ['alpha', 'beta'].map((siteId) => ({ kind: 'billed', siteId, billed: false, reason }) as const),
      'Nothing is left to bill. Please void the invoice instead.',
    ],
  ] satisfies [string, NamedCorrection[], string][])('refuses %s', (_name, corrections, message) =>
    invoice(issued)
      .when(correct(...corrections))
      .thenRefused('unprocessable', message, 'corrections'),
  );

  it('is refused with a refund or credit', () =>
    invoice(issued)
      .when(credit(alphaTo(8)))
      .thenRefused(
        'conflict',
        'Only a paid invoice can be refunded or credited. Void and reissue this one instead.',
      ));
});

it('an invoice and its reissues take 1,000 corrections, which one event names', () => {
  const line: NamedCorrection = { kind: 'line', name: 'Hours', amountCents: 1, reason };
  const made = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      eventId: `e${index}`,
      name: 'Hours',
      change: { kind: 'line' as const, amountCents: 1 },
      reason,
    }));
  const again = (count: number): InvoiceEvent => ({
    ...issued,
    data: { ...issued.data, corrections: made(count) },
  });
  const added = corrected('Hours', { kind: 'line', amountCents: 1 });
  invoice(again(998), added, voided)
    .when({ ...correct(line), previewed: 1 })
    .thenEvents(added, requested);
  for (const history of [
    [again(999), added],
    [again(999), added, voided],
  ])
    invoice(...history)
      .when({ ...correct(line), previewed: 1 })
      .thenRefused(
        'unprocessable',
        'An invoice and its reissues take at most 1,000 corrections.',
        'corrections',
      );
});

const MEANWHILE = 'Somebody else corrected this invoice meanwhile. Please look at the new preview first.';

describe('correcting a voided invoice', () => {
  // Proves B45
  it('needs no correction, and takes more only if those before were previewed, each once', () => {
    invoice(issued, voided).when(correct()).thenEvents(requested);
    invoice(issued, voided)
      .when(correct(alphaTo(8)))
      .thenEvents(alphaWas(10, 8), requested);
    // an earlier release recorded corrections without the request
    invoice(issued, alphaWas(10, 8), voided)
      .when(correct(alphaTo(8)))
      .thenEvents(requested);
    invoice(issued, alphaWas(10, 8), voided)
      .when({ ...correct(alphaTo(9)), previewed: 1 })
      .thenEvents(alphaWas(8, 9), requested);
    for (const others of [
      correct(alphaTo(9)),
      correct(),
      correct(alphaTo(8), { kind: 'readers', siteId: 'beta', readers: 3, reason }),
    ])
      invoice(issued, alphaWas(10, 8), voided).when(others).thenRefused('conflict', MEANWHILE, 'corrections');
  });
  // Proves B45
  it('takes none after its reissue was requested; the same request twice yields nothing', () => {
    const again = [
      [[], correct()],
      [[], { ...correct(), previewed: 0 }],
      [[alphaWas(10, 8)], correct(alphaTo(8))],
      [[alphaWas(10, 8)], { ...correct(alphaTo(8)), previewed: 0 }],
      [[alphaWas(10, 8)], { ...correct(), previewed: 1 }],
      [[alphaWas(10, 8)], correct()],
    ] as const;
    for (const [made, same] of again)
      invoice(issued, ...made, voided, requested)
        .when(same)
        .thenNothing();
    const others = [
      [[], correct(alphaTo(8))],
      [[], { ...correct(alphaTo(8)), previewed: 0 }],
      [[alphaWas(10, 8)], { ...correct(alphaTo(9)), previewed: 1 }],
      [[alphaWas(10, 8)], { ...correct(), previewed: 0 }],
    ] as const;
    for (const [made, other] of others)
      invoice(issued, ...made, voided, requested)
        .when(other)
        .thenRefused('conflict', MEANWHILE, 'corrections');
  });
});

describe('correcting a paid invoice', () => {
  it('credits what the corrections lower it by, once', () => {
    const credited: InvoiceEvent = {
      type: 'InvoiceCredited',
      data: { ...ids, creditId: 'c1', amountCents: 1_300, reason },
    };
    invoice(issued, paid)
      .when(credit(alphaTo(8)))
      .thenEvents(alphaWas(10, 8), credited);
    invoice(issued, paid, alphaWas(10, 8), credited)
      .when(credit(alphaTo(8)))
      .thenNothing();
  });
  // Proves S6-correct-3
  it('counts from what was corrected before', () => {
    invoice(issued, paid, alphaWas(10, 8))
      .when(credit(alphaTo(8)))
      .thenRefused('unprocessable', NOTHING, 'corrections');
    invoice(issued, paid, alphaWas(10, 8))
      .when(credit(alphaTo(7)))
      .thenEvents(alphaWas(8, 7), {
        type: 'InvoiceCredited',
        data: { ...ids, creditId: 'c1', amountCents: 650, reason },
      });
  });
  it('may give all of it back, by check too', () =>
    invoice(issued, paid)
      .when({
        ...correct(
          { kind: 'billed', siteId: 'alpha', billed: false, reason },
          { kind: 'billed', siteId: 'beta', billed: false, reason },
        ),
        settlement: {
          by: 'refund',
          id: 'r1',
          method: 'check',
          refundedOn: '2026-05-20',
          reference: '7',
        },
      })
      .thenEvents(
        corrected('ALPHA', { kind: 'billed', siteId: 'alpha', billed: false }),
        corrected('BETA', { kind: 'billed', siteId: 'beta', billed: false }),
        {
          type: 'InvoiceRefunded',
          data: {
            ...ids,
            refundId: 'r1',
            method: 'check',
            amountCents: 9_100,
            refundedOn: '2026-05-20',
            reference: '7',
            reason,
          },
        },
      ));
  it('never voids it, and never raises it', () => {
    invoice(issued, paid)
      .when(correct(alphaTo(8)))
      .thenRefused('conflict', "A paid invoice can't be voided. Refund or credit the difference instead.");
    invoice(issued, paid)
      .when(credit(alphaTo(12)))
      .thenRefused(
        'unprocessable',
        'The corrections do not lower the invoice, so there is nothing to refund. A paid invoice is never raised.',
        'corrections',
      );
  });
});
