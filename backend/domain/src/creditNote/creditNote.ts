import { asPeriod, type Period, periodOfDay } from '../billing/periods.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import type { IssuedInvoice } from '../invoice/state.ts';
import type { Decider } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';
import { asCents, sumCents } from '../values/money.ts';
import type { CreditNoteEvent } from './events.ts';

/** What a credit note says, beside its number. */
export type CreditNote = FieldsOf<CreditNoteEvent, 'CreditNoteIssued', 'period' | 'number'>;

/** By {@link creditNoteKey}: the number in the month, from 1. */
export interface CreditNotesState {
  readonly numbers: ReadonlyMap<string, number>;
}

/** Gives a correction the next number of the month of its day, unless it has one. */
export interface IssueCreditNote {
  readonly type: 'IssueCreditNote';
  readonly note: CreditNote;
}

/** What a credit note is of: one correction has one. */
export const creditNoteKey = ({
  invoiceId,
  kind,
  sourceId,
}: Pick<CreditNote, 'invoiceId' | 'kind' | 'sourceId'>): string => `${invoiceId} ${kind} ${sourceId}`;

/** `CN-YYYYMM-NNNN`, at least four digits (rule B35). @throws RangeError for no number or month */
export function formatCreditNoteNumber(period: Period, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`Not a number of a credit note: ${number}`);
  return `CN-${asPeriod(period).replace('-', '')}-${String(number).padStart(4, '0')}`;
}

const centsOf = (parts: readonly { readonly amountCents: number }[] = []) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

/** Events that may correct the charges of an invoice. */
export type CorrectingEvent = Extract<
  InvoiceEvent,
  { readonly type: 'InvoiceCredited' | 'InvoiceRefunded' | 'InvoiceVoided' }
>;

/**
 * The credit note of an event: what it takes off the charges of the invoice. Null where it takes nothing off: an overpayment
 * that becomes credit, a refund that only pays out such credit, and one that was moved from another invoice, which has the
 * note.
 * @param invoice at the event or later
 * @param at when the event was recorded, and its billing day
 */
export function creditNoteOf(
  event: CorrectingEvent,
  invoice: IssuedInvoice,
  { correctedAt, today }: { readonly correctedAt: string; readonly today: Day },
): CreditNote | null {
  const { invoiceId, accountId, invoiceNumber } = invoice;
  const head = { accountId, invoiceId, invoiceNumber, reason: event.data.reason, correctedAt };
  const noMoney = { method: null, reference: null };
  switch (event.type) {
    case 'InvoiceCredited': {
      const { creditId: sourceId, amountCents, surplus } = event.data;
      if (surplus === true) return null;
      return {
        ...head,
        ...noMoney,
        kind: 'credit',
        sourceId,
        day: today,
        amountCents,
        ...taxIn(invoice, sourceId),
      };
    }
    case 'InvoiceRefunded': {
      const { refundId: sourceId, refundedOn: day, method, reference, movedFrom } = event.data;
      const paidOutCents = paidOutBy(event, invoice);
      const amountCents = asCents(event.data.amountCents - paidOutCents);
      if (movedFrom !== undefined || amountCents <= 0) return null;
      const paidOut = paidOutCents === 0 ? {} : { paidOutCents };
      return {
        ...head,
        kind: 'refund',
        sourceId,
        day,
        amountCents,
        ...taxIn(invoice, sourceId),
        ...paidOut,
        method,
        reference,
      };
    }
    case 'InvoiceVoided': {
      // what it took over from other invoices goes back there
      const amountCents = asCents(invoice.totalCents - centsOf(invoice.adjustments));
      const of = { kind: 'void', sourceId: invoiceId, day: today, amountCents } as const;
      return { ...head, ...noMoney, ...of, ...taxIn(invoice, invoiceId) };
    }
  }
}

/** The sales tax in a credit, refund or void: of a void what was not given back before. */
function taxIn({ taxBack }: IssuedInvoice, sourceId: string): Pick<CreditNote, 'taxCents'> {
  const cents = taxBack?.[sourceId];
  return cents === undefined ? {} : { taxCents: cents };
}

/** Cents of account credit that a refund paid out; a refund to the card names them in its request. */
function paidOutBy(
  { data }: Extract<CorrectingEvent, { readonly type: 'InvoiceRefunded' }>,
  { refunds }: Pick<IssuedInvoice, 'refunds'>,
): number {
  if (data.creditPaidOut !== undefined) return centsOf(data.creditPaidOut);
  const refund = refunds.find(({ refundId }) => refundId === data.refundId);
  const moved = (refund?.moved ?? []).map(({ paidOutCents }) => paidOutCents);
  return sumCents([refund?.paidOutCents ?? 0, ...moved]);
}

function decide({ note }: IssueCreditNote, { numbers }: CreditNotesState): readonly CreditNoteEvent[] {
  if (numbers.has(creditNoteKey(note))) return [];
  return [
    {
      type: 'CreditNoteIssued',
      data: { period: periodOfDay(note.day), number: numbers.size + 1, ...note },
    },
  ];
}

/** The credit notes of a month, numbered without gaps in the order in which they are issued; repeating one has no effect. */
export const creditNotesDecider: Decider<CreditNotesState, IssueCreditNote, CreditNoteEvent> = {
  initialState: { numbers: new Map() },
  evolve: ({ numbers }, { data }) => ({ numbers: new Map(numbers).set(creditNoteKey(data), data.number) }),
  decide,
};
