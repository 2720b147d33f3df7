import { asPeriod, type Period } from '../billing/periods.ts';
import type { Decider } from '../kernel/decider.ts';
import type { InvoiceNumberEvent } from './events.ts';

/** The event of the log index up to which earlier invoices' remainders and credits count for an invoice. */
export interface InvoicePricing {
  readonly firstSeq: number;
  /** The current one. */
  readonly seq: number;
}

/** By invoice id: the number in the month, from 1, and the pricing. */
export interface InvoiceNumbersState {
  readonly numbers: ReadonlyMap<string, number>;
  readonly pricings: ReadonlyMap<string, InvoicePricing>;
}

/**
 * Assigns a number to each invoice that has none. The first assignment also fixes the event up to which the invoice is
 * priced, so that every attempt to issue it gives the same amounts.
 */
export interface AssignInvoiceNumbers {
  readonly type: 'AssignInvoiceNumbers';
  readonly period: Period;
  readonly invoiceIds: readonly string[];
  readonly pricedSeq: number;
}

/** Moves an invoice's pricing to a later event, unless it was moved before. */
export interface PriceInvoiceAnew {
  readonly type: 'PriceInvoiceAnew';
  readonly period: Period;
  readonly invoiceId: string;
  /** The pricing to replace. */
  readonly insteadOf: number;
  readonly pricedSeq: number;
}

export type InvoiceNumbersCommand = AssignInvoiceNumbers | PriceInvoiceAnew;

/** `INV-YYYYMM-NNNN`, at least four digits (rule B27). */
export function formatInvoiceNumber(period: Period, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`Not an invoice number: ${number}`);
  return `INV-${asPeriod(period).replace('-', '')}-${String(number).padStart(4, '0')}`;
}

/** Null for an invoice without a number. */
export function invoiceNumberOf(
  state: InvoiceNumbersState,
  period: Period,
  invoiceId: string,
): string | null {
  const number = state.numbers.get(invoiceId);
  return number === undefined ? null : formatInvoiceNumber(period, number);
}

function assign(command: AssignInvoiceNumbers, state: InvoiceNumbersState): readonly InvoiceNumberEvent[] {
  const { pricedSeq } = command;
  const period = asPeriod(command.period);
  const asked = [...new Set(command.invoiceIds)];
  const invoiceIds = asked.filter((id) => !state.numbers.has(id));
  const unsettled = asked.filter((id) => state.numbers.has(id) && !state.pricings.has(id));
  const firstNumber = state.numbers.size + 1;
  return [
    ...(invoiceIds.length === 0
      ? []
      : [{ type: 'InvoiceNumbersAssigned' as const, data: { period, firstNumber, invoiceIds, pricedSeq } }]),
    ...unsettled.map((invoiceId) => ({
      type: 'InvoicePricedAnew' as const,
      data: { period, invoiceId, pricedSeq },
    })),
  ];
}

function priceAnew(
  { period, invoiceId, insteadOf, pricedSeq }: PriceInvoiceAnew,
  { pricings }: InvoiceNumbersState,
): readonly InvoiceNumberEvent[] {
  const known = pricings.get(invoiceId);
  if (known === undefined) throw new RangeError(`Invoice ${invoiceId} was never priced.`);
  if (known.seq !== insteadOf || pricedSeq <= known.seq) return [];
  return [{ type: 'InvoicePricedAnew', data: { period: asPeriod(period), invoiceId, pricedSeq } }];
}

function decide(command: InvoiceNumbersCommand, state: InvoiceNumbersState): readonly InvoiceNumberEvent[] {
  switch (command.type) {
    case 'AssignInvoiceNumbers':
      return assign(command, state);
    case 'PriceInvoiceAnew':
      return priceAnew(command, state);
  }
}

function evolve(state: InvoiceNumbersState, event: InvoiceNumberEvent): InvoiceNumbersState {
  switch (event.type) {
    case 'InvoiceNumbersAssigned': {
      const { firstNumber, invoiceIds, pricedSeq } = event.data;
      const numbers = new Map(state.numbers);
      const pricings = new Map(state.pricings);
      for (const [index, invoiceId] of invoiceIds.entries()) {
        numbers.set(invoiceId, firstNumber + index);
        if (pricedSeq !== undefined) pricings.set(invoiceId, { firstSeq: pricedSeq, seq: pricedSeq });
      }
      return { numbers, pricings };
    }
    case 'InvoicePricedAnew': {
      const { invoiceId, pricedSeq: seq } = event.data;
      const firstSeq = state.pricings.get(invoiceId)?.firstSeq ?? seq;
      return { ...state, pricings: new Map(state.pricings).set(invoiceId, { firstSeq, seq }) };
    }
  }
}

/**
 * The invoice numbers of a month (rule B27), unique for ever: repeating an assignment has no effect. Every invoice gets
 * its number here before it is issued, and with it the event up to which it is priced.
 */
export const invoiceNumbersDecider: Decider<InvoiceNumbersState, InvoiceNumbersCommand, InvoiceNumberEvent> =
  {
    initialState: { numbers: new Map(), pricings: new Map() },
    evolve,
    decide,
  };
