import { asPeriod, type Period } from '../billing/periods.ts';
import { assertNever, type Decider } from '../kernel/decider.ts';
import type { InvoiceNumberEvent } from './events.ts';

/** As of which event of the log index an invoice takes over what earlier ones left. */
export interface InvoicePricing {
  /** The first that was settled. */
  readonly firstSeq: number;
  /** The one that holds now. */
  readonly seq: number;
}

/** Which number of the month each invoice holds, counted from 1, and as of when it is priced. */
export interface InvoiceNumbersState {
  readonly numbers: ReadonlyMap<string, number>;
  readonly pricings: ReadonlyMap<string, InvoicePricing>;
}

/**
 * Asks for a number for each invoice, many at once; one that has a number keeps it. Who comes first settles as of which
 * event the invoice is priced, so that whoever issues it comes to the same.
 */
export interface AssignInvoiceNumbers {
  readonly type: 'AssignInvoiceNumbers';
  readonly period: Period;
  readonly invoiceIds: readonly string[];
  readonly pricedSeq: number;
}

/** Moves an invoice's pricing on, unless somebody else did. */
export interface PriceInvoiceAnew {
  readonly type: 'PriceInvoiceAnew';
  readonly period: Period;
  readonly invoiceId: string;
  /** The pricing that can't be kept. */
  readonly insteadOf: number;
  readonly pricedSeq: number;
}

export type InvoiceNumbersCommand = AssignInvoiceNumbers | PriceInvoiceAnew;

/** `INV-YYYYMM-NNNN`, at least four digits (rule B27). */
export function formatInvoiceNumber(period: Period, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`Not an invoice number: ${number}`);
  return `INV-${asPeriod(period).replace('-', '')}-${String(number).padStart(4, '0')}`;
}

/** The number an invoice was given, null where it has none yet. */
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
    default:
      return assertNever(command);
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
    default:
      return assertNever(event);
  }
}

/**
 * Hands out the invoice numbers of a month (rule B27): unique for ever, and the same one for an invoice however
 * often it is asked for, so that a repeated run gives nothing twice. Everybody who issues an invoice comes by here, so
 * this is also where it is settled as of when it is priced.
 */
export const invoiceNumbersDecider: Decider<InvoiceNumbersState, InvoiceNumbersCommand, InvoiceNumberEvent> =
  {
    initialState: { numbers: new Map(), pricings: new Map() },
    evolve,
    decide,
  };
