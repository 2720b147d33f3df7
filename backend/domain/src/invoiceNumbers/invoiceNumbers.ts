import { asPeriod, type Period } from '../billing/periods.ts';
import { assertNever, type Decider } from '../decider.ts';
import type { InvoiceNumberEvent } from './events.ts';

/** Which number of the month each invoice holds, counted from 1. */
export interface InvoiceNumbersState {
  readonly numbers: ReadonlyMap<string, number>;
}

/** Asks for a number for each invoice, many at once; one that has a number keeps it. */
export interface AssignInvoiceNumbers {
  readonly type: 'AssignInvoiceNumbers';
  readonly period: Period;
  readonly invoiceIds: readonly string[];
}

/** `INV-YYYYMM-NNNN`, at least four digits (decisions B27). */
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

function decide(command: AssignInvoiceNumbers, state: InvoiceNumbersState): readonly InvoiceNumberEvent[] {
  const period = asPeriod(command.period);
  const invoiceIds = [...new Set(command.invoiceIds)].filter((id) => !state.numbers.has(id));
  if (invoiceIds.length === 0) return [];
  const firstNumber = state.numbers.size + 1;
  return [{ type: 'InvoiceNumbersAssigned', data: { period, firstNumber, invoiceIds } }];
}

function evolve(state: InvoiceNumbersState, event: InvoiceNumberEvent): InvoiceNumbersState {
  switch (event.type) {
    case 'InvoiceNumbersAssigned': {
      const { firstNumber, invoiceIds } = event.data;
      const numbers = new Map(state.numbers);
      for (const [index, invoiceId] of invoiceIds.entries()) numbers.set(invoiceId, firstNumber + index);
      return { numbers };
    }
    default:
      return assertNever(event.type);
  }
}

/**
 * Hands out the invoice numbers of a month (decisions B27): unique for ever, and the same one for an invoice however
 * often it is asked for, so that a repeated run gives nothing twice.
 */
export const invoiceNumbersDecider: Decider<InvoiceNumbersState, AssignInvoiceNumbers, InvoiceNumberEvent> = {
  initialState: { numbers: new Map() },
  evolve,
  decide,
};
