import type { Decider } from '../kernel/decider.ts';
import type { Day } from '../values/days.ts';
import type { LogSealEvent } from './events.ts';

export interface SealLog {
  readonly type: 'SealLog';
  /** Billing day. */
  readonly day: Day;
  /** Number and hash (hex) of the newest event that the log index has. */
  readonly seq: number;
  readonly hash: string;
}

export interface LogSealState {
  readonly sealed: boolean;
}

/** The log's seal of one day; the first one holds. */
export const logSealDecider: Decider<LogSealState, SealLog, LogSealEvent> = {
  initialState: { sealed: false },
  decide: ({ day, seq, hash }, state) =>
    state.sealed ? [] : [{ type: 'LogSealed', data: { sealedOn: day, seq, hash } }],
  evolve: () => ({ sealed: true }),
};
