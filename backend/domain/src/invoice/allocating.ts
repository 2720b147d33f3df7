import { notFound } from '../kernel/decider.ts';
import { sumCents } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import {
  type CreditUse,
  type InvoiceCredit,
  leftOfCredit,
  stillOpenCents,
  type UsedCredit,
} from './settlement.ts';
import { evolveInvoice, type InvoiceState, type IssuedInvoice, idsOf } from './state.ts';

/**
 * How a company's unused credit pays its open invoices: the oldest invoices first, by the oldest credits (rule B41). Demo
 * credit pays demo invoices and live credit live ones; recorded money pays either (rule B32). An invoice that a card is
 * paying at the moment waits.
 * @param invoices all of the company's that are open or have credit
 */
export function creditAllocations(invoices: readonly InvoiceState[]) {
  const issued = invoices
    .filter((invoice) => invoice.status !== 'none')
    .sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  const credits = issued.flatMap(({ invoiceId, credits: given }) =>
    given.map((credit) => ({ invoiceId, credit, ...leftOfCredit(credit) })),
  );
  const allocations: (Pick<CreditUse, 'toInvoiceId' | 'amountCents'> &
    Pick<UsedCredit, 'fromInvoiceId' | 'creditId'>)[] = [];
  const oldestFirst = issued.filter(takesCredit).sort((a, b) => (a.invoiceDate < b.invoiceDate ? -1 : 1));
  for (const invoice of oldestFirst) {
    let open = stillOpenCents(invoice);
    for (const left of credits) {
      const usable = left.credit.isDemo === invoice.isDemo ? left.leftCents : left.recordedCents;
      const amountCents = Math.min(open, usable);
      if (amountCents <= 0) continue;
      const { invoiceId: fromInvoiceId, credit } = left;
      const { creditId } = credit;
      allocations.push({ fromInvoiceId, creditId, toInvoiceId: invoice.invoiceId, amountCents });
      open -= amountCents;
      left.leftCents -= amountCents;
      left.recordedCents = Math.max(0, left.recordedCents - amountCents);
    }
  }
  return allocations;
}

const takesCredit = ({ status, openAttempt }: IssuedInvoice) => status === 'open' && openAttempt === null;

/** The invoices after these allocations left their credits, for what is left to others. */
export function afterAllocations(invoices: readonly InvoiceState[]): readonly InvoiceState[] {
  const allocations = creditAllocations(invoices);
  return invoices.map((invoice) =>
    allocations
      .filter(({ fromInvoiceId }) => invoice.status !== 'none' && fromInvoiceId === invoice.invoiceId)
      .reduce<InvoiceState>((state, { creditId, toInvoiceId, amountCents }) => {
        const allocationId = `to ${toInvoiceId}`;
        const command = {
          type: 'AllocateInvoiceCredit',
          creditId,
          allocationId,
          toInvoiceId,
          amountCents,
        } as const;
        return state.status === 'none'
          ? state
          : allocateCredit(state, command).reduce(evolveInvoice, state as InvoiceState);
      }, invoice),
  );
}

/** Nothing where the credit was used in the meantime: what is open is then allocated anew. */
export function allocateCredit(
  invoice: IssuedInvoice,
  { creditId, allocationId, toInvoiceId, amountCents }: InvoiceCommandOf<'AllocateInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const credit = invoice.credits.find((given) => given.creditId === creditId);
  if (credit === undefined) throw notFound('Credit not found');
  if (isAllocated(credit, allocationId) || amountCents > leftOfCredit(credit).leftCents) return [];
  const data = { ...idsOf(invoice), creditId, allocationId, toInvoiceId, amountCents };
  return [{ type: 'InvoiceCreditAllocated', data }];
}

const isAllocated = ({ applied }: InvoiceCredit, allocationId: string) =>
  applied.some((use) => use.allocationId === allocationId);

/** Receives all of an allocation or declines it, so that it is booked once or goes back. */
export function receiveCredit(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'ReceiveInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const { type: _type, isDemo, today: receivedOn, fromInvoiceNumber, recordedCents, ...allocation } = command;
  const { allocationId, amountCents } = allocation;
  const isKnown =
    invoice.declined.includes(allocationId) || invoice.creditMoves.some(({ id }) => id === allocationId);
  if (isKnown) return [];
  const data = { ...idsOf(invoice), ...allocation };
  const isOfMode = isDemo === invoice.isDemo || recordedCents === amountCents;
  const fits = takesCredit(invoice) && isOfMode && amountCents <= stillOpenCents(invoice);
  if (!fits) return [{ type: 'InvoiceCreditDeclined', data }];
  return [{ type: 'InvoiceCreditReceived', data: { ...data, fromInvoiceNumber, recordedCents, receivedOn } }];
}

/** An allocation that was not received yet is declined instead, since its credit is gone. */
export function withdrawCredit(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'WithdrawInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const { withdrawalId, fromInvoiceId, fromInvoiceNumber, creditId, allocationId } = command;
  if (invoice.status === 'voided') return [];
  const booked = bookedCredit(invoice, command);
  const amountCents = booked.amountCents - command.keptCents;
  const isPending = allocationId !== undefined && booked.isNew && !invoice.declined.includes(allocationId);
  if (isPending) {
    const data = { allocationId, fromInvoiceId, creditId, amountCents: command.keptCents };
    return [{ type: 'InvoiceCreditDeclined', data: { ...idsOf(invoice), ...data } }];
  }
  if (amountCents <= 0) return [];
  const recordedCents = Math.min(amountCents, Math.max(0, booked.recordedCents - command.keptRecordedCents));
  const from = { fromInvoiceId, fromInvoiceNumber, creditId };
  const named = allocationId === undefined ? {} : { allocationId };
  const taken = { amountCents, recordedCents, withdrawnOn: command.today, reason: command.reason };
  const moved = command.movedTo === undefined ? {} : { movedTo: command.movedTo };
  const data = { ...idsOf(invoice), withdrawalId, ...named, ...from, ...taken, ...moved };
  return [{ type: 'InvoiceCreditWithdrawn', data }];
}

/** What the invoice holds of an allocation, or of the credit that it was issued with. */
export function bookedCredit(
  { adjustments, creditMoves }: Pick<IssuedInvoice, 'adjustments' | 'creditMoves'>,
  { fromInvoiceId, creditId, allocationId }: Omit<UsedCredit, 'fromInvoiceNumber'>,
) {
  const moves = creditMoves.filter(
    (move) =>
      move.fromInvoiceId === fromInvoiceId &&
      move.creditId === creditId &&
      move.allocationId === allocationId,
  );
  const taken = adjustments.filter(
    (one) => allocationId === undefined && one.invoiceId === fromInvoiceId && one.creditId === creditId,
  );
  return {
    isNew: moves.length === 0,
    amountCents: sumCents([
      ...moves.map((move) => move.amountCents),
      ...taken.map((one) => -one.amountCents),
    ]),
    recordedCents: sumCents([...moves, ...taken].map(({ recordedCents = 0 }) => recordedCents)),
  };
}
