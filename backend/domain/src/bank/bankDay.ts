import { conflict, type Decider, notFound } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';
import type { Day } from '../values/days.ts';
import type { BankDayEvent } from './events.ts';

/** Lines of one event, so that none grows too large. */
const LINES_AN_EVENT = 500;

export type ImportedLine = FieldsOf<BankDayEvent, 'BankLinesImported'>['lines'][number];

export type BankDayCommand =
  /** Imports the lines that are not known. */
  | { readonly type: 'ImportBankLines'; readonly day: Day; readonly lines: readonly ImportedLine[] }
  | {
      readonly type: 'MatchBankLine';
      readonly lineId: string;
      readonly accountId: string;
      readonly receiptId: string;
      /** The receipt was booked from this line, so it is never refused; else one that was recorded before. */
      readonly isBooked: boolean;
      /** Whether the receipt that it is matched with, if any, was reversed. */
      readonly isReversed: boolean;
    }
  | {
      readonly type: 'SetBankLineAside';
      readonly lineId: string;
      readonly reason: string;
      /** As of `MatchBankLine`. */
      readonly isReversed: boolean;
    }
  | { readonly type: 'TakeBankLineBack'; readonly lineId: string };

export interface BankLine extends ImportedLine {
  readonly day: Day;
  readonly status: 'unmatched' | 'matched' | 'set_aside';
  /** Of the last match; null before the first. */
  readonly receiptId: string | null;
  readonly accountId: string | null;
  /** How often it was matched. */
  readonly matches: number;
}

/** The lines of a day by their ids. */
export type BankDayState = ReadonlyMap<string, BankLine>;

/** @throws BusinessRefusal not_found */
export function presentBankLine(state: BankDayState, lineId: string): BankLine {
  const line = state.get(lineId);
  if (line === undefined) throw notFound('Bank line not found');
  return line;
}

/**
 * Refuses a line that is matched or set aside.
 * @param isReversed whether the receipt that it is matched with was reversed, after which it can be matched again
 * @throws BusinessRefusal conflict
 */
export function refuseTaken({ status }: BankLine, isReversed: boolean): void {
  if (status === 'set_aside') throw conflict('This line is set aside. Please take it back first.');
  if (status === 'matched' && !isReversed)
    throw conflict('This line was matched before. Reverse its receipt to match it again.');
}

/**
 * Receipt that is booked from a line. It is the same until the line is matched, so that a repeated command books nothing
 * twice; after a reversal it is another one.
 */
export const receiptIdOf = ({ lineId, matches }: BankLine): string => `${lineId}_${matches + 1}`;

function decide(command: BankDayCommand, state: BankDayState): readonly BankDayEvent[] {
  switch (command.type) {
    case 'ImportBankLines': {
      const lines = command.lines.filter(({ lineId }) => !state.has(lineId));
      const events: BankDayEvent[] = [];
      for (let first = 0; first < lines.length; first += LINES_AN_EVENT) {
        const some = lines.slice(first, first + LINES_AN_EVENT);
        events.push({ type: 'BankLinesImported', data: { day: command.day, lines: some } });
      }
      return events;
    }
    case 'MatchBankLine': {
      const { lineId, accountId, receiptId, isBooked, isReversed } = command;
      const line = presentBankLine(state, lineId);
      if (line.status === 'matched' && line.receiptId === receiptId) return [];
      if (!isBooked) refuseTaken(line, isReversed);
      return [{ type: 'BankLineMatched', data: { day: line.day, lineId, accountId, receiptId } }];
    }
    case 'SetBankLineAside': {
      const line = presentBankLine(state, command.lineId);
      if (line.status === 'set_aside') return [];
      refuseTaken(line, command.isReversed);
      const reason = neededReason(command.reason);
      return [{ type: 'BankLineSetAside', data: { day: line.day, lineId: line.lineId, reason } }];
    }
    case 'TakeBankLineBack': {
      const { day, lineId, status } = presentBankLine(state, command.lineId);
      if (status === 'matched') throw conflict('This line is not set aside.');
      return status === 'unmatched' ? [] : [{ type: 'BankLineTakenBack', data: { day, lineId } }];
    }
  }
}

function evolve(state: BankDayState, event: BankDayEvent): BankDayState {
  const after = new Map(state);
  const change = (lineId: string, changed: Partial<BankLine>) => {
    const line = after.get(lineId);
    if (line !== undefined) after.set(lineId, { ...line, ...changed });
  };
  switch (event.type) {
    case 'BankLinesImported': {
      const { day, lines } = event.data;
      const fresh = { day, status: 'unmatched', receiptId: null, accountId: null, matches: 0 } as const;
      for (const line of lines) after.set(line.lineId, { ...line, ...fresh });
      return after;
    }
    case 'BankLineMatched': {
      const { lineId, accountId, receiptId } = event.data;
      const matches = (after.get(lineId)?.matches ?? 0) + 1;
      change(lineId, { status: 'matched', accountId, receiptId, matches });
      return after;
    }
    case 'BankLineSetAside':
      change(event.data.lineId, { status: 'set_aside' });
      return after;
    case 'BankLineTakenBack':
      change(event.data.lineId, { status: 'unmatched' });
      return after;
  }
}

/** The incoming lines of a bank's day, each until it is matched with a receipt or set aside. */
export const bankDayDecider: Decider<BankDayState, BankDayCommand, BankDayEvent> = {
  initialState: new Map(),
  evolve,
  decide,
};
