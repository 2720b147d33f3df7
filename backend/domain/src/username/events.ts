import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** A username is held for a user; the stream's name is an HMAC of the name, so the log tells nothing of it. */
export const UsernameReserved = defineEvent(
  'UsernameReserved',
  z.object({ userId: z.string(), reservedAt: z.iso.datetime() }),
);
export const UsernameReleased = defineEvent('UsernameReleased', z.object({ userId: z.string() }));

export const usernameEvents = { UsernameReserved, UsernameReleased };
export type UsernameEvent = EventOf<(typeof usernameEvents)[keyof typeof usernameEvents]>;
