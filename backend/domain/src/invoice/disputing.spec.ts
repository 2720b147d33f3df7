import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { takenBackOf } from './disputes.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { stillOpenCents } from './settlement.ts';
import type { IssuedInvoice } from './state.ts';

const ids = { invoiceId: 'a1_2026-05_1', accountId: 'a1' };
const issued = {
  type: 'InvoiceIssued',
  data: {
    ...ids,
    retentionId: 'a1_2026',
    userId: 'u1',
    invoiceNumber: 'INV-202605-0001',
    period: '2026-05',
    invoiceDate: '2026-05-01',
    dueDate: '2026-05-16',
    billTo: {
      company: null,
      name: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      email: null,
    },
    lines: [],
    adjustments: [],
    totalCents: 7_800,
    isDemo: false,
    replaces: null,
    cutSeq: 1,
    chainHash: '',
    basis: [],
    policyVersion: 1,
  },
} as unknown as InvoiceEvent;
const paid: InvoiceEvent = {
  type: 'InvoicePaid',
  data: {
    ...ids,
    method: 'card',
    amountCents: 7_800,
    paidOn: '2026-05-03',
    reference: null,
    paymentId: 'p1',
    livemode: true,
    reason: null,
  },
};
const dispute = { ...ids, paymentId: 'p1', disputeId: 'dp_1' };
const disputed: InvoiceEvent = { type: 'InvoicePaymentDisputed', data: { ...dispute, amountCents: 7_800 } };
const taken: InvoiceEvent = {
  type: 'InvoicePaymentTakenBack',
  data: { ...dispute, amountCents: 7_800, takenOn: '2026-06-20' },
};
const returnedOn = '2026-06-20';
const returned = (amountCents: number): InvoiceEvent => ({
  type: 'InvoicePaymentReinstated',
  data: { ...dispute, amountCents, reinstatedOn: returnedOn },
});
const credited = (creditId: string, amountCents: number): InvoiceEvent => ({
  type: 'InvoiceCredited',
  data: { ...ids, creditId, amountCents, surplus: true, reason: null },
});
const won: InvoiceEvent = { type: 'InvoiceDisputeClosed', data: { ...dispute, outcome: 'won' } };
const report = (status: 'open' | 'won' | 'lost' | 'inquiry' | 'inquiry_closed') =>
  ({
    type: 'RecordInvoiceDispute',
    paymentId: 'p1',
    disputeId: 'dp_1',
    status,
    amountCents: 7_800,
    today: '2026-06-20',
  }) as const;
const invoice = (...further: InvoiceEvent[]) => given(invoiceDecider, issued, paid, ...further);
const after = (...further: InvoiceEvent[]) =>
  [issued, paid, ...further].reduce(invoiceDecider.evolve, invoiceDecider.initialState) as IssuedInvoice;

// Proves B43
describe('a dispute of the card payment', () => {
  it.each([
    ['opened', [], 'open', disputed],
    ['won', [disputed], 'won', won],
    ['lost', [disputed], 'lost', taken],
    ['lost, as the first report', [], 'lost', taken],
  ] as const)('%s is recorded, once', (_what, before, status, event) => {
    invoice(...before)
      .when(report(status))
      .thenEvents(event);
    invoice(...before, event)
      .when(report(status))
      .thenNothing();
  });
  it('reported late yields no event', () => {
    invoice(disputed, taken).when(report('open')).thenNothing();
    invoice(disputed).when(report('inquiry_closed')).thenNothing();
    invoice(disputed, taken, returned(7_800)).when(report('lost')).thenNothing();
    invoice(disputed, won).when(report('lost')).thenNothing();
  });
  it('that is won after it was lost counts as paid again, once', () => {
    invoice(disputed, taken).when(report('won')).thenEvents(returned(7_800));
    invoice(disputed, taken, returned(7_800)).when(report('won')).thenNothing();
    const again = after(disputed, taken, returned(7_800));
    expect([again.status, stillOpenCents(again), again.disputes[0]?.status]).toEqual(['paid', 0, 'won']);
  });
  it('that was lost gives back a part', () => {
    const lessTaken = { ...report('lost'), amountCents: 5_000 };
    invoice(disputed, taken).when(lessTaken).thenEvents(returned(2_800));
    invoice(disputed, taken, returned(2_800)).when(lessTaken).thenNothing();
    const partly = after(disputed, taken, returned(2_800));
    expect([partly.status, stillOpenCents(partly)]).toEqual(['open', 5_000]);
    expect(partly.disputes).toMatchObject([{ status: 'lost', amountCents: 5_000 }]);
    invoice(disputed, taken, returned(2_800)).when(report('won')).thenEvents(returned(5_000));
  });
  it('still shows the day on which the bank took the money, once it gave back a part', () => {
    const later = {
      type: 'InvoicePaymentReinstated',
      data: { ...dispute, amountCents: 2_800, reinstatedOn: '2026-07-02' },
    } as const;
    const shown = (...events: InvoiceEvent[]) => after(disputed, taken, ...events).payments.map(takenBackOf);
    expect(shown(later)).toEqual([{ amountCents: 5_000, takenOn: '2026-06-20' }]);
    expect(shown(returned(7_800))).toEqual([null]);
  });
  it('gives money back that the invoice does not need any more: account credit', () => {
    const paidAgain: InvoiceEvent = {
      type: 'InvoicePaid',
      data: {
        ...paid.data,
        method: 'check',
        paymentId: null,
        livemode: null,
        recordId: 'c1',
        reference: '7',
      },
    } as InvoiceEvent;
    invoice(disputed, taken, paidAgain)
      .when(report('won'))
      .thenEvents(returned(7_800), credited('dp_1', 7_800));
    invoice(disputed, taken, paidAgain, returned(7_800), credited('dp_1', 7_800))
      .when(report('won'))
      .thenNothing();
    const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { ...ids, reason: null } };
    invoice(disputed, taken, voided)
      .when({ ...report('lost'), amountCents: 7_000 })
      .thenEvents(returned(800), credited('dp_1', 800));
    invoice(disputed, taken, voided, returned(800), credited('dp_1', 800))
      .when(report('won'))
      .thenEvents(returned(7_000), credited('dp_1/2', 7_000));
    expect(after(disputed, taken, voided, returned(7_800), credited('dp_1', 7_800)).status).toBe('voided');
  });
  it('that took nothing of an invoice is none of it', () =>
    invoice()
      .when({ ...report('lost'), amountCents: 0 })
      .thenNothing());
  it('of a payment that did not pay it yields no event', () =>
    invoice()
      .when({ ...report('lost'), paymentId: 'p2' })
      .thenNothing());
  it('changes no amount until it is lost, then opens the invoice by its amount, without automatic payment', () => {
    expect(after(disputed)).toMatchObject({ status: 'paid' });
    expect(after(disputed, won)).toMatchObject({ status: 'paid' });
    const reopened = after(disputed, taken);
    expect([reopened.status, stillOpenCents(reopened), reopened.autoPayTried]).toEqual(['open', 7_800, true]);
    const { type: _type, ...again } = { type: 'InvoicePaid', data: { ...paid.data, paymentId: 'p2' } };
    invoice(disputed, taken)
      .when({ type: 'PayInvoice', paymentId: 'p2', amountCents: 7_800, livemode: true, paidOn: '2026-05-03' })
      .thenEvents({ type: 'InvoicePaid', ...again } as InvoiceEvent);
  });
  it('refuses a refund to the card while it is open', () => {
    const refund = { type: 'RequestInvoiceRefund', refundId: 'r1', amountCents: 100, reason: null } as const;
    invoice(disputed)
      .when(refund)
      .thenRefused(
        'unprocessable',
        "The cardholder's bank disputes this payment, so it can't be refunded until the dispute is decided.",
        'method',
      );
    invoice(disputed, won)
      .when(refund)
      .thenEvents({
        type: 'InvoiceRefundRequested',
        data: { ...ids, refundId: 'r1', paymentId: 'p1', amountCents: 100, reason: null },
      });
  });
});
