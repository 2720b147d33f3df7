import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { UsernameEvent } from './events.ts';
import { usernameDecider } from './username.ts';

const at = '2026-03-01T10:00:00.000Z';
const fifteenMinutesLater = '2026-03-01T10:15:00.000Z';
const later = '2026-03-01T10:15:00.001Z';
const reserved = (userId: string, reservedAt: string): UsernameEvent => ({
  type: 'UsernameReserved',
  data: { userId, reservedAt },
});
const released: UsernameEvent = { type: 'UsernameReleased', data: { userId: 'u1' } };
const username = (...history: UsernameEvent[]) => given(usernameDecider, ...history);
const taken = ['conflict', 'Username already exists', 'username'] as const;

describe('reserving a username', () => {
  it('holds a free one', () =>
    username().when({ type: 'ReserveUsername', userId: 'u1', at }).thenEvents(reserved('u1', at)));
  it('twice yields no event', () =>
    username(reserved('u1', at)).when({ type: 'ReserveUsername', userId: 'u1', at: later }).thenNothing());
  it('refuses one that is held, however long', () =>
    username(reserved('u1', at))
      .when({ type: 'ReserveUsername', userId: 'u2', at: later })
      .thenRefused(...taken));
  it('holds one that was released', () =>
    username(reserved('u1', at), released)
      .when({ type: 'ReserveUsername', userId: 'u2', at: later })
      .thenEvents(reserved('u2', later)));
});

describe('releasing a username', () => {
  it('frees it', () =>
    username(reserved('u1', at)).when({ type: 'ReleaseUsername', userId: 'u1' }).thenEvents(released));
  it('twice yields no event', () =>
    username(reserved('u1', at), released).when({ type: 'ReleaseUsername', userId: 'u1' }).thenNothing());
  it("does not release another's hold", () =>
    username(reserved('u1', at)).when({ type: 'ReleaseUsername', userId: 'u2' }).thenNothing());
});

describe('taking over an abandoned hold', () => {
  const takeOver = { type: 'TakeOverUsername', ownerId: 'u1', userId: 'u2', at: later } as const;
  it('passes the name on after more than 15 minutes', () =>
    username(reserved('u1', at)).when(takeOver).thenEvents(released, reserved('u2', later)));
  it('is refused within 15 minutes', () =>
    username(reserved('u1', at))
      .when({ ...takeOver, at: fifteenMinutesLater })
      .thenRefused(...taken));
  it('is refused if another holds it now', () =>
    username(reserved('u1', at), released, reserved('u3', at))
      .when(takeOver)
      .thenRefused(...taken));
  it('twice yields no event', () =>
    username(reserved('u1', at), released, reserved('u2', later)).when(takeOver).thenNothing());
  it('holds one that became free meanwhile', () =>
    username(reserved('u1', at), released).when(takeOver).thenEvents(reserved('u2', later)));
});
