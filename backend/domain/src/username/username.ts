import { conflict, type Decider } from '../kernel/decider.ts';
import { ABANDONED_HOLD_MINUTES } from '../values/limits.ts';
import type { UsernameEvent } from './events.ts';

export type UsernameCommand =
  /** `at`: ISO instant of the reservation. */
  | { readonly type: 'ReserveUsername'; readonly userId: string; readonly at: string }
  | { readonly type: 'ReleaseUsername'; readonly userId: string }
  /**
   * Takes an old reservation over from `ownerId`. The caller has first closed the owner's stream with
   * RegistrationAbandoned, or found that the owner has another name: a name in use is never taken.
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

/** True where a reservation is over 15 minutes old at `at`: its registration may have been abandoned. */
export function isHoldExpired(reservation: { readonly since: string }, at: string): boolean {
  return Date.parse(at) - Date.parse(reservation.since) > ABANDONED_HOLD_MINUTES * 60_000;
}

const taken = () => conflict('Username already exists', 'username');

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
  }
}

function evolve(_state: UsernameState, event: UsernameEvent): UsernameState {
  switch (event.type) {
    case 'UsernameReserved':
      return { status: 'held', owner: event.data.userId, since: event.data.reservedAt };
    case 'UsernameReleased':
      return { status: 'free' };
  }
}

/** A username is reserved for one user at a time (rule D2). */
export const usernameDecider: Decider<UsernameState, UsernameCommand, UsernameEvent> = {
  initialState: { status: 'free' },
  evolve,
  decide,
};
