import {
  addPeriods,
  asPeriod,
  firstDayOf,
  formatPeriod,
  type Period,
  periodOfDay,
} from '../billing/periods.ts';
import { JOURNAL_ACCOUNTS, type JournalAccount, type JournalAccountFacts } from '../journal/accounts.ts';
import { conflict, type Decider, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';
import { type Day, formatDay } from '../values/days.ts';
import type { BooksEvent } from './events.ts';

export interface CloseMonth extends FieldsOf<BooksEvent, 'MonthClosed'> {
  readonly type: 'CloseMonth';
  /** The billing day. */
  readonly today: Day;
}

export interface ReopenMonth {
  readonly type: 'ReopenMonth';
  readonly period: Period;
  readonly reason: string;
}

/** Accounts that are not given stay as they are. */
export interface NameAccounts {
  readonly type: 'NameAccounts';
  readonly accounts: Readonly<Record<string, JournalAccountFacts>>;
}

export type BooksCommand = CloseMonth | ReopenMonth | NameAccounts;

export interface BooksState {
  /** Closed months that follow one another, the oldest first; months before the first are closed with it. */
  readonly closed: readonly { readonly period: Period; readonly endsAt: string }[];
  /** Of accounts that were named; absent where none was. */
  readonly names?: Readonly<Record<string, JournalAccountFacts>>;
}

const NONE: BooksState = { closed: [] };

/** The last closed month; null where none is. */
export const closedThrough = ({ closed }: BooksState): Period | null => closed.at(-1)?.period ?? null;

/** Number and name of every account, in the order of a trial balance. */
export const accountNames = ({
  names = {},
}: BooksState): Readonly<Record<JournalAccount, JournalAccountFacts>> =>
  Object.fromEntries(
    Object.entries(JOURNAL_ACCOUNTS).map(([account, { code, name }]) => [
      account,
      names[account] ?? { code, name },
    ]),
  ) as Record<JournalAccount, JournalAccountFacts>;

/** @throws BusinessRefusal unprocessable for an unknown account, a blank, or a number or name that two accounts would share */
function nameAccounts({ accounts }: NameAccounts, state: BooksState): readonly BooksEvent[] {
  const before: Readonly<Record<string, JournalAccountFacts>> = accountNames(state);
  const given = Object.entries(accounts).map(([account, { code, name }]) => ({
    account,
    code: code.trim(),
    name: name.trim(),
  }));
  for (const { account, code, name } of given) {
    if (!Object.hasOwn(before, account)) throw unprocessable('There is no such account.', 'accounts');
    if (code === '' || name === '')
      throw unprocessable('Please give each account a number and a name.', 'accounts');
  }
  const after = {
    ...before,
    ...Object.fromEntries(given.map(({ account, code, name }) => [account, { code, name }])),
  };
  for (const field of ['code', 'name'] as const) {
    const values = Object.values(after).map((one) => one[field].toLowerCase());
    if (new Set(values).size < values.length)
      throw unprocessable('Each account needs a number and a name of its own.', 'accounts');
  }
  const changed = given.filter(
    ({ account, code, name }) => before[account]?.code !== code || before[account]?.name !== name,
  );
  return changed.length === 0 ? [] : [{ type: 'JournalAccountsNamed', data: { accounts: changed } }];
}

/** The first day that is not in a closed month; null where none is closed. */
export function firstOpenDay(state: BooksState): Day | null {
  const period = closedThrough(state);
  return period === null ? null : firstDayOf(addPeriods(period, 1));
}

/**
 * The day on which an event after these closings is posted: its own, or, in a closed month, the first open day. So a
 * closed month never changes, whatever is recorded afterwards (rule B36).
 * @param own null: the day on which it was recorded
 * @param recordedAt ISO instant
 */
export function postingDay(own: Day | null, recordedAt: string, state: BooksState): Day | null {
  const open = firstOpenDay(state);
  const last = state.closed.at(-1);
  if (open === null || last === undefined) return own;
  const isClosed = own === null ? Date.parse(recordedAt) < Date.parse(last.endsAt) : own < open;
  return isClosed ? open : own;
}

/**
 * Refuses a day that an administrator enters in a closed month.
 * @param path the field
 * @throws BusinessRefusal unprocessable
 */
export function refuseClosed(day: Day, state: BooksState, path: string): void {
  const open = firstOpenDay(state);
  if (open === null || day >= open) return;
  const month = formatPeriod(periodOfDay(day));
  throw unprocessable(`${month} is closed. Choose a day from ${formatDay(open)} on.`, path);
}

/**
 * Refuses a month that can't be the next one to close: months close in order, once they are over. The first one may be any.
 * @throws BusinessRefusal conflict; unprocessable for a month that is not over
 */
export function refuseUnclosable(period: Period, state: BooksState, today: Day): void {
  const last = closedThrough(state);
  if (last !== null && period <= last) throw conflict(`${formatPeriod(period)} is closed already.`);
  if (period >= periodOfDay(today)) throw unprocessable(`${formatPeriod(period)} is not over yet.`, 'period');
  const next = last === null ? period : addPeriods(last, 1);
  if (period !== next) throw conflict(`Please close ${formatPeriod(next)} first.`);
}

function decide(command: BooksCommand, state: BooksState): readonly BooksEvent[] {
  if (command.type === 'NameAccounts') return nameAccounts(command, state);
  const last = closedThrough(state);
  const period = asPeriod(command.period);
  switch (command.type) {
    case 'CloseMonth': {
      const { type: _type, today, ...data } = command;
      refuseUnclosable(period, state, today);
      return [{ type: 'MonthClosed', data }];
    }
    case 'ReopenMonth': {
      if (last === null || period > last) throw conflict(`${formatPeriod(period)} is not closed.`);
      // those after it may rest on it
      if (period !== last) throw conflict(`Please re-open ${formatPeriod(last)} first.`);
      return [{ type: 'MonthReopened', data: { period, reason: neededReason(command.reason) } }];
    }
  }
}

function evolve(state: BooksState, event: BooksEvent): BooksState {
  const { closed } = state;
  switch (event.type) {
    case 'MonthClosed': {
      const { period, endsAt } = event.data;
      return { ...state, closed: [...closed, { period, endsAt }] };
    }
    case 'MonthReopened':
      return { ...state, closed: closed.filter(({ period }) => period < event.data.period) };
    case 'JournalAccountsNamed': {
      const named = event.data.accounts.map(({ account, code, name }) => [account, { code, name }]);
      return { ...state, names: { ...state.names, ...Object.fromEntries(named) } };
    }
  }
}

/** Closing and re-opening months (rule B36), of which the last closed one is re-opened first, and naming accounts (rule B37). */
export const booksDecider: Decider<BooksState, BooksCommand, BooksEvent> = {
  initialState: NONE,
  evolve,
  decide,
};
