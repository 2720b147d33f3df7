import { assertNever, BusinessRefusal, type Decider } from '../kernel/decider.ts';
import { ABANDONED_HOLD_MINUTES } from '../values/limits.ts';
import type { UsernameEvent } from './events.ts';

export type UsernameCommand =
  /** `at`: ISO instant of the reservation. */
  | { readonly type: 'ReserveUsername'; readonly userId: string; readonly at: string }
  | { readonly type: 'ReleaseUsername'; readonly userId: string }
  /**
   * Takes an old hold from `ownerId`. The caller has closed that owner's stream with RegistrationAbandoned
   * first, or found that the owner goes by another name: a hold in use is never taken.
   */
  | {
      readonly type: 'TakeOverUsername';
      readonly ownerId: string;
      readonly userId: string;
      readonly at: string;
    };

export type UsernameState =
  | { readonly status: 'free' }
  /** `since`: ISO instant of the reservation. */
  | { readonly status: 'held'; readonly owner: string; readonly since: string };

/** True where a hold is older than 15 minutes at `at`, so that it may be an abandoned registration's. */
export function isHoldExpired(hold: { readonly since: string }, at: string): boolean {
  return Date.parse(at) - Date.parse(hold.since) > ABANDONED_HOLD_MINUTES * 60_000;
}

const taken = () => new BusinessRefusal('conflict', 'Username already exists', 'username');

const reserved = (userId: string, at: string): UsernameEvent => ({
  type: 'UsernameReserved',
  data: { userId, reservedAt: at },
});

const released = (userId: string): UsernameEvent => ({ type: 'UsernameReleased', data: { userId } });

function decide(command: UsernameCommand, state: UsernameState): readonly UsernameEvent[] {
  const owner = state.status === 'held' ? state.owner : null;
  switch (command.type) {
    case 'ReserveUsername':
      if (owner === command.userId) return [];
      if (owner !== null) throw taken();
      return [reserved(command.userId, command.at)];
    case 'ReleaseUsername':
      return owner === command.userId ? [released(command.userId)] : [];
    case 'TakeOverUsername':
      if (owner === command.userId) return [];
      if (state.status === 'free') return [reserved(command.userId, command.at)];
      if (owner !== command.ownerId || !isHoldExpired(state, command.at)) throw taken();
      return [released(command.ownerId), reserved(command.userId, command.at)];
    default:
      return assertNever(command);
  }
}

function evolve(_state: UsernameState, event: UsernameEvent): UsernameState {
  switch (event.type) {
    case 'UsernameReserved':
      return { status: 'held', owner: event.data.userId, since: event.data.reservedAt };
    case 'UsernameReleased':
      return { status: 'free' };
    default:
      return assertNever(event);
  }
}

/** Makes one username unique: held by one user at a time, free again once released (rule D2). */
export const usernameDecider: Decider<UsernameState, UsernameCommand, UsernameEvent> = {
  initialState: { status: 'free' },
  evolve,
  decide,
};
