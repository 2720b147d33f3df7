import { refuseUnrecordable, refuseWhilePaying } from '../invoice/paying.ts';
import { askedCents } from '../invoice/settlement.ts';
import type { IssuedInvoice } from '../invoice/state.ts';
import { conflict, type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';
import type { Day } from '../values/days.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { ReceiptEvent } from './events.ts';

export interface RecordReceipt extends FieldsOf<ReceiptEvent, 'ReceiptRecorded', 'shares'> {
  readonly type: 'RecordReceipt';
  /** In the order in which they are booked; invoices as they were read. */
  readonly shares: readonly { readonly invoice: IssuedInvoice; readonly amountCents: number }[];
  /** Cents that become account credit, as the person who records the receipt was told. */
  readonly creditCents: number;
  readonly today: Day;
}

export interface ReverseReceipt {
  readonly type: 'ReverseReceipt';
  readonly reason: string;
  readonly today: Day;
}

export type ReceiptCommand = RecordReceipt | ReverseReceipt;

type Recorded = FieldsOf<ReceiptEvent, 'ReceiptRecorded'>;

export type ReceiptState =
  | { readonly status: 'none' }
  | (Recorded & {
      readonly status: 'recorded' | 'reversed';
      /** Null unless reversed. */
      readonly reversal: { readonly reversedOn: Day; readonly reason: string } | null;
    });

/** A share that is above what is open becomes account credit by the rest. */
const surplusOf = ({ invoice, amountCents }: RecordReceipt['shares'][number]) =>
  Math.max(0, amountCents - askedCents(invoice));

/**
 * Refuses shares that don't fit the invoices. After this the shares can always be booked, whatever happens to the
 * invoices in the meantime: what an invoice does not need any more becomes account credit.
 */
function refuseShares(command: RecordReceipt): void {
  const { accountId, amountCents, shares, creditCents, receivedOn: paidOn, reference, today } = command;
  if (shares.length === 0) throw unprocessable('Please choose an invoice', 'shares');
  if (new Set(shares.map(({ invoice }) => invoice.invoiceId)).size < shares.length)
    throw unprocessable('An invoice is named twice', 'shares');
  for (const { invoice, amountCents: share } of shares) {
    if (invoice.accountId !== accountId) throw notFound('Invoice not found', 'shares');
    refuseWhilePaying(invoice);
    refuseUnrecordable(invoice, { amountCents: share, paidOn, reference, today, dayField: 'receivedOn' });
  }
  const sum = sumCents(shares.map((share) => share.amountCents));
  if (sum !== amountCents) {
    const [shared, received] = [formatDollars(sum), formatDollars(amountCents)];
    throw unprocessable(`The shares add up to ${shared}, not to ${received}.`, 'shares');
  }
  const surplus = shares.filter((share) => surplusOf(share) > 0);
  if (sumCents(surplus.map(surplusOf)) !== creditCents) throw openAmountsChanged(shares);
  if (surplus.length > 1)
    throw unprocessable('Only one invoice can take more than its open amount', 'shares');
}

function openAmountsChanged(shares: RecordReceipt['shares']) {
  const open = shares.map(
    ({ invoice }) => `${formatDollars(askedCents(invoice))} of ${invoice.invoiceNumber}`,
  );
  return conflict(
    `These amounts are open: ${open.join(', ')}. Please check the shares and save again.`,
    'shares',
    'open_amounts_changed',
  );
}

function decide(command: ReceiptCommand, state: ReceiptState): readonly ReceiptEvent[] {
  switch (command.type) {
    case 'RecordReceipt': {
      if (state.status !== 'none') return [];
      refuseShares(command);
      const { receiptId, accountId, method, receivedOn, isDemo, bankLineId } = command;
      const shares = command.shares.map(({ invoice: { invoiceId, invoiceNumber }, amountCents }) => ({
        invoiceId,
        invoiceNumber,
        amountCents: asCents(amountCents),
      }));
      const amountCents = asCents(command.amountCents);
      const [reference, reason] = [command.reference.trim(), command.reason?.trim() || null];
      const data = {
        receiptId,
        accountId,
        method,
        amountCents,
        receivedOn,
        reference,
        reason,
        isDemo,
        shares,
        ...(bankLineId !== undefined && { bankLineId }),
      };
      return [{ type: 'ReceiptRecorded', data }];
    }
    case 'ReverseReceipt': {
      if (state.status === 'none') throw notFound('Receipt not found');
      if (state.status === 'reversed') return [];
      const reason = neededReason(command.reason);
      const { receiptId, accountId } = state;
      return [{ type: 'ReceiptReversed', data: { receiptId, accountId, reversedOn: command.today, reason } }];
    }
  }
}

function evolve(state: ReceiptState, event: ReceiptEvent): ReceiptState {
  switch (event.type) {
    case 'ReceiptRecorded':
      return { status: 'recorded', ...event.data, reversal: null };
    case 'ReceiptReversed': {
      const { reversedOn, reason } = event.data;
      return state.status === 'none'
        ? state
        : { ...state, status: 'reversed', reversal: { reversedOn, reason } };
    }
  }
}

/** A check or ACH over one or several invoices of a company, which is reversed as a whole. */
export const receiptDecider: Decider<ReceiptState, ReceiptCommand, ReceiptEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};

/** Id of a share's payment on its invoice. */
export const recordIdOf = (receiptId: string, invoiceId: string): string => `${receiptId}_${invoiceId}`;
