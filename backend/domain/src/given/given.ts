import type { Decider } from '../kernel/decider.ts';
import type { ApprovalKind } from '../values/approvals.ts';
import type { Day } from '../values/days.ts';
import type { GivenEvent } from './events.ts';

export type GivenCommand = { readonly type: 'CountGiven' } & GivenEvent['data'];

/** Cents given away, by billing day and by whether they are given once or each month. */
export type GivenState = Readonly<Record<string, number>>;

// a rate cut gives away each month what it takes off
const keyOf = (day: Day, kind: ApprovalKind) => `${day} ${kind === 'rate_cut' ? 'monthly' : 'once'}`;

/** Cents given away on a billing day in the same way, once or each month. */
export const givenOn = (state: GivenState, day: Day, kind: ApprovalKind): number =>
  state[keyOf(day, kind)] ?? 0;

/** What one member of staff gives away to one company, added up by day. */
export const givenDecider: Decider<GivenState, GivenCommand, GivenEvent> = {
  initialState: {},
  decide: ({ type: _, ...data }) => [{ type: 'GivenAwayCounted', data }],
  evolve: (state, { data: { day, kind, cents } }) => ({
    ...state,
    [keyOf(day, kind)]: givenOn(state, day, kind) + cents,
  }),
};
