import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';

/**
 * `username-<hmac>`: one stream a name, which makes it unique. The id is the keyed hash of the normalised
 * name (`normaliseUsername`), made outside the domain, so that the log tells nothing of the name.
 */
export const usernameStreams = streamCategory('username');

export const usernameStream = usernameStreams.streamOf;
export const usernameHashOf = usernameStreams.idOf;

/** A username is held for a user; the stream's name is an HMAC of the name, so the log tells nothing of it. */
export const UsernameReserved = defineEvent(
  'UsernameReserved',
  z.object({ userId: z.string(), reservedAt: z.iso.datetime() }),
);
export const UsernameReleased = defineEvent('UsernameReleased', z.object({ userId: z.string() }));

export const usernameEvents = { UsernameReserved, UsernameReleased };
export type UsernameEvent = EventOf<(typeof usernameEvents)[keyof typeof usernameEvents]>;
