import { conflict, type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { asCents } from '../values/money.ts';
import type { DisputeEvent, DisputeOutcome } from './events.ts';

type Ids = 'disputeId' | 'accountId' | 'invoiceId';

export interface OpenDispute extends FieldsOf<DisputeEvent, 'DisputeOpened', 'question'> {
  readonly type: 'OpenDispute';
  readonly question: string;
}

export interface CloseDispute extends FieldsOf<DisputeEvent, 'DisputeClosed', Ids | 'explanation'> {
  readonly type: 'CloseDispute';
  readonly explanation: string;
}

interface ReplyToDispute extends FieldsOf<DisputeEvent, 'DisputeReplied', Ids | 'text'> {
  readonly type: 'ReplyToDispute';
  readonly text: string;
}

export type DisputeCommand = OpenDispute | ReplyToDispute | CloseDispute;

export interface KnownDispute {
  readonly status: 'open' | 'closed';
  readonly disputeId: string;
  readonly accountId: string;
  readonly invoiceId: string;
  readonly line: number;
  readonly outcome: DisputeOutcome | null;
  /** How often it was closed before; part of the id of a refund or credit that settles it. */
  readonly timesClosed: number;
}

export type DisputeState = { readonly status: 'none' } | KnownDispute;

function decide(command: DisputeCommand, state: DisputeState): readonly DisputeEvent[] {
  if (command.type === 'OpenDispute') {
    if (state.status === 'open') throw conflict('This charge is being looked at already.');
    const { type: _type, ...data } = command;
    return [{ type: 'DisputeOpened', data: { ...data, amountCents: asCents(data.amountCents) } }];
  }
  if (state.status === 'none') throw notFound('Question not found');
  if (state.status === 'closed') {
    if (command.type === 'CloseDispute' && command.outcome === state.outcome) return [];
    throw conflict('This question is closed. Ask again to open it.');
  }
  const { disputeId, accountId, invoiceId } = state;
  const ids = { disputeId, accountId, invoiceId };
  switch (command.type) {
    case 'ReplyToDispute': {
      const { userId, by, text } = command;
      if (text.trim() === '') throw unprocessable('Please write an answer', 'text');
      return [{ type: 'DisputeReplied', data: { ...ids, userId, by, text } }];
    }
    case 'CloseDispute':
      return [{ type: 'DisputeClosed', data: { ...ids, ...settlement(command) } }];
  }
}

/** Refuses an outcome with missing or extra details. */
function settlement({ userId, outcome, explanation, reissuedAs, amountCents }: CloseDispute) {
  const money = outcome === 'refunded' || outcome === 'credited';
  if (money !== asCents(amountCents) > 0) {
    throw unprocessable(
      money ? 'Please enter the amount' : 'Only a refund or credit has an amount',
      'amount',
    );
  }
  if ((outcome === 'reissued') !== (reissuedAs !== null)) {
    throw new RangeError(`A dispute closed as ${outcome} names ${reissuedAs ?? 'no'} reissued invoice`);
  }
  if (outcome !== 'withdrawn' && explanation.trim() === '') {
    throw unprocessable('Please give an explanation', 'explanation');
  }
  return { userId, outcome, explanation, reissuedAs, amountCents };
}

function evolve(state: DisputeState, event: DisputeEvent): DisputeState {
  switch (event.type) {
    case 'DisputeOpened': {
      const { disputeId, accountId, invoiceId, line } = event.data;
      const timesClosed = state.status === 'none' ? 0 : state.timesClosed;
      return { status: 'open', disputeId, accountId, invoiceId, line, outcome: null, timesClosed };
    }
    case 'DisputeReplied':
      return state;
    case 'DisputeClosed':
      if (state.status === 'none') return state;
      return {
        ...state,
        status: 'closed',
        outcome: event.data.outcome,
        timesClosed: state.timesClosed + 1,
      };
  }
}

/** A dealer's question about a charge, until it is settled. */
export const disputeDecider: Decider<DisputeState, DisputeCommand, DisputeEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
