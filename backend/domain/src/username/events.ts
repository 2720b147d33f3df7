import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `username-<hmac>`: one stream for each name, which makes it unique. The id is a keyed hash of the normalised name. */
export const usernameStreams = streamCategory('username');

export const usernameStream = usernameStreams.streamOf;
export const usernameHashOf = usernameStreams.idOf;

/** A username is reserved for a user. The stream's name is an HMAC, so that the log does not reveal the username. */
export const UsernameReserved = defineEvent(
  'UsernameReserved',
  z.object({ userId: z.string(), reservedAt: z.iso.datetime() }),
);
export const UsernameReleased = defineEvent('UsernameReleased', z.object({ userId: z.string() }));

export const usernameEvents = { UsernameReserved, UsernameReleased };
export type UsernameEvent = EventOf<(typeof usernameEvents)[keyof typeof usernameEvents]>;
