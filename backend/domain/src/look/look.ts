import type { Decider } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';
import type { LookEvent } from './events.ts';

export type LookCommand =
  | ({ readonly type: 'RecordLook' } & FieldsOf<LookEvent, 'RecordLookedAt'>)
  | ({ readonly type: 'RecordExport' } & FieldsOf<LookEvent, 'RowsExported'>)
  | ({ readonly type: 'RecordFile' } & FieldsOf<LookEvent, 'FileExported'>);

/** The last day on which each member of staff looked, by user id. */
export type LookState = Readonly<Record<string, Day>>;

/** Looks at a record, one a day and person, and exports. */
export const lookDecider: Decider<LookState, LookCommand, LookEvent> = {
  initialState: {},
  decide({ type, ...data }, state) {
    switch (type) {
      case 'RecordExport':
        return [{ type: 'RowsExported', data } as LookEvent];
      case 'RecordFile':
        return [{ type: 'FileExported', data } as LookEvent];
      case 'RecordLook': {
        const look = { type: 'RecordLookedAt', data } as Extract<LookEvent, { type: 'RecordLookedAt' }>;
        return state[look.data.userId] === look.data.day ? [] : [look];
      }
    }
  },
  evolve: (state, event) =>
    event.type === 'RecordLookedAt' ? { ...state, [event.data.userId]: event.data.day } : state,
};
