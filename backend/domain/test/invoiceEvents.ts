import type { InvoiceEvent } from '../src/invoice/events.ts';
import { invoiceDecider } from '../src/invoice/invoice.ts';

type DataOf<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>['data'];

/** The invoice of account a1 for May 2026. */
export const INVOICE_IDS = { invoiceId: 'a1_2026-05', accountId: 'a1' };

export const NO_BILL_TO = {
  company: null,
  name: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  email: null,
};

/** An invoice without lines. */
export const invoiceIssued = (
  change: Partial<DataOf<'InvoiceIssued'>>,
): Extract<InvoiceEvent, { type: 'InvoiceIssued' }> => ({
  type: 'InvoiceIssued',
  data: {
    ...INVOICE_IDS,
    retentionId: 'a1_2026',
    userId: 'u1',
    invoiceNumber: 'INV-202605-0001',
    period: '2026-05',
    invoiceDate: '2026-05-01',
    dueDate: '2026-05-16',
    billTo: NO_BILL_TO,
    lines: [],
    adjustments: [],
    totalCents: 0,
    isDemo: false,
    replaces: null,
    cutSeq: 1,
    chainHash: 'ab12',
    basis: [],
    policyVersion: 2,
    ...change,
  },
});

/** A payment in full on May 10, by check 1017, or by card in this mode. */
export const invoicePaid = (amountCents: number, livemode: boolean | null = null): InvoiceEvent => ({
  type: 'InvoicePaid',
  data: {
    ...INVOICE_IDS,
    method: livemode === null ? 'check' : 'card',
    amountCents,
    paidOn: '2026-05-10',
    reference: livemode === null ? '1017' : null,
    paymentId: livemode === null ? null : 'p1',
    livemode,
    reason: null,
  },
});

/** An issued invoice after these events. */
export function invoiceAfter(...history: readonly InvoiceEvent[]) {
  const state = history.reduce(invoiceDecider.evolve, invoiceDecider.initialState);
  if (state.status === 'none') throw new Error('There is no invoice');
  return state;
}
