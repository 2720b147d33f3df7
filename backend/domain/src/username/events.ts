import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `username-<hmac>`: one stream for each name, which makes it unique. The id is a keyed hash of the normalised name. */
export const usernameStream = streamCategory('username');
export const usernameHashOf = usernameStream.idOf;

export const usernameEvents = defineEvents({
  /** A username is reserved for a user. The stream's name is an HMAC, so that the log does not reveal the username. */
  UsernameReserved: { userId: z.string(), reservedAt: z.iso.datetime() },
  UsernameReleased: { userId: z.string() },
});
export type UsernameEvent = EventsOf<typeof usernameEvents>;
