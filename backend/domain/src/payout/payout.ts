import { afterAllocations } from '../invoice/allocating.ts';
import { type InvoiceCredit, leftOfCredit } from '../invoice/settlement.ts';
import type { InvoiceState, IssuedInvoice } from '../invoice/state.ts';
import { conflict, type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';
import { compareDays, type Day, formatDay } from '../values/days.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { PayoutEvent } from './events.ts';

type Requested = FieldsOf<PayoutEvent, 'PayoutRequested'>;
type Share = Requested['shares'][number];

export interface RequestPayout extends Omit<Requested, 'shares'> {
  readonly type: 'RequestPayout';
  /** The account's invoices that are open or have unused credit, as they were read. */
  readonly invoices: readonly InvoiceState[];
  /** The account's present mode, which recorded money counts with (rule B32). */
  readonly accountIsDemo: boolean;
  readonly today: Day;
}

export type PayoutCommand =
  | RequestPayout
  /** All shares were taken. */
  | { readonly type: 'MakePayout' }
  /** The credit of a share was used in the meantime. */
  | { readonly type: 'RefusePayout' }
  | { readonly type: 'ReversePayout'; readonly reason: string; readonly today: Day };

export type PayoutState =
  | { readonly status: 'none' }
  | (Requested & {
      readonly status: 'requested' | 'made' | 'refused' | 'reversed';
      /** Null unless reversed. */
      readonly reversal: { readonly reversedOn: Day; readonly reason: string } | null;
    });

/** Why a payout was refused. */
export const CREDIT_USED =
  'Part of this credit was used in the meantime, so nothing was paid out. Please check the amount and try again.';

/**
 * Cents of a credit that can be paid out in a mode. Recorded money counts with the account's present mode; a credit that is
 * partly recorded money gives that first, so of the other mode it waits until that part is used.
 */
function payableOf(credit: InvoiceCredit, isDemo: boolean, accountIsDemo: boolean): number {
  const { leftCents, recordedCents } = leftOfCredit(credit);
  const isPresent = isDemo === accountIsDemo;
  if (credit.isDemo !== isDemo) return isPresent ? recordedCents : 0;
  return isPresent || recordedCents === 0 ? leftCents : 0;
}

/**
 * What can be paid out of each invoice's unused credits in a mode, the oldest invoice first: a company's credit of that mode.
 * Cents.
 */
export function payableCredits<
  Invoice extends Pick<IssuedInvoice, 'invoiceNumber' | 'invoiceDate' | 'credits'>,
>(
  invoices: readonly Invoice[],
  { isDemo, accountIsDemo }: { readonly isDemo: boolean; readonly accountIsDemo: boolean },
) {
  const keyOf = ({ invoice: { invoiceDate, invoiceNumber } }: { readonly invoice: Invoice }) =>
    `${invoiceDate} ${invoiceNumber}`;
  return invoices
    .map((invoice) => {
      const credits = invoice.credits
        .map((credit) => ({
          creditId: credit.creditId,
          amountCents: payableOf(credit, isDemo, accountIsDemo),
        }))
        .filter(({ amountCents }) => amountCents > 0);
      return { invoice, credits, amountCents: sumCents(credits.map((credit) => credit.amountCents)) };
    })
    .filter(({ amountCents }) => amountCents > 0)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Takes `amountCents` from these credits, the first ones first. */
function takenFrom<Part extends { readonly amountCents: number }>(
  parts: readonly Part[],
  amountCents: number,
): readonly Part[] {
  let left = amountCents;
  return parts.flatMap((part) => {
    const cents = Math.min(left, part.amountCents);
    left -= cents;
    return cents > 0 ? [{ ...part, amountCents: asCents(cents) }] : [];
  });
}

function refuseBadDay(paidOn: Day, today: Day, shares: readonly { readonly invoice: IssuedInvoice }[]): void {
  if (compareDays(paidOn, today) > 0) throw unprocessable("The payout date can't be in the future", 'paidOn');
  for (const { invoice } of shares) {
    const { invoiceNumber: number, invoiceDate } = invoice;
    if (compareDays(paidOn, invoiceDate) >= 0) continue;
    throw unprocessable(
      `The payout date can't be before the date of ${number}, ${formatDay(invoiceDate)}, whose credit is paid out`,
      'paidOn',
    );
  }
}

function request(command: RequestPayout): PayoutEvent {
  const { payoutId, accountId, method, paidOn, isDemo, accountIsDemo, today } = command;
  const reference = command.reference.trim();
  const amountCents = asCents(command.amountCents);
  if (amountCents <= 0) throw unprocessable('Amount must be more than $0.00', 'amount');
  if (reference === '') throw unprocessable('Reference is required', 'reference');
  const reason = neededReason(command.reason);
  // open invoices come first: credit pays them at once
  const left = afterAllocations(command.invoices).filter((invoice) => invoice.status !== 'none');
  const payable = payableCredits(left, { isDemo, accountIsDemo });
  const most = sumCents(payable.map((part) => part.amountCents));
  if (amountCents > most)
    throw unprocessable(
      most === 0
        ? 'This company has no unused credit.'
        : `At most ${formatDollars(most)} of credit can be paid out.`,
      'amount',
    );
  const taken = takenFrom(payable, amountCents);
  refuseBadDay(paidOn, today, taken);
  const shares = taken.map(
    ({ invoice: { invoiceId, invoiceNumber }, credits, amountCents: cents }): Share => {
      return { invoiceId, invoiceNumber, amountCents: cents, credits: [...takenFrom(credits, cents)] };
    },
  );
  const data = { payoutId, accountId, method, amountCents, paidOn, reference, reason, isDemo, shares };
  return { type: 'PayoutRequested', data };
}

function decide(command: PayoutCommand, state: PayoutState): readonly PayoutEvent[] {
  if (command.type === 'RequestPayout') return state.status === 'none' ? [request(command)] : [];
  if (state.status === 'none') throw notFound('Payout not found');
  const { payoutId, accountId } = state;
  const ids = { payoutId, accountId };
  switch (command.type) {
    case 'MakePayout':
      return state.status === 'requested' ? [{ type: 'PayoutMade', data: ids }] : [];
    case 'RefusePayout':
      return state.status === 'requested' ? [{ type: 'PayoutRefused', data: ids }] : [];
    case 'ReversePayout': {
      if (state.status === 'reversed') return [];
      if (state.status === 'refused') throw conflict('This payout was not made.');
      if (state.status === 'requested')
        throw conflict('This payout is being recorded. Please try again in a moment.');
      const reason = neededReason(command.reason);
      return [{ type: 'PayoutReversed', data: { ...ids, reversedOn: command.today, reason } }];
    }
  }
}

function evolve(state: PayoutState, event: PayoutEvent): PayoutState {
  if (event.type === 'PayoutRequested') return { status: 'requested', ...event.data, reversal: null };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'PayoutMade':
      return { ...state, status: 'made' };
    case 'PayoutRefused':
      return { ...state, status: 'refused' };
    case 'PayoutReversed': {
      const { reversedOn, reason } = event.data;
      return { ...state, status: 'reversed', reversal: { reversedOn, reason } };
    }
  }
}

/**
 * Account credit that is paid out by check or ACH (rule B41). It is made once the credits of all its invoices gave their
 * shares, and refused, with nothing taken, where one of them was used before.
 */
export const payoutDecider: Decider<PayoutState, PayoutCommand, PayoutEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
