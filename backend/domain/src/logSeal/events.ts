import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { asDay, type Day, isDay } from '../values/days.ts';

/** `logSeal-<YYYY-MM-DD>`: one stream a billing day, so that a day is sealed once whoever does it. */
export const logSealStreams = streamCategory('logSeal');

export const logSealStream = (day: Day): string => logSealStreams.streamOf(asDay(day));

/** The day of a seal's stream; null for another stream. */
export function sealedDayOf(stream: string): Day | null {
  const day = logSealStreams.idOf(stream);
  return day !== null && isDay(day) ? day : null;
}

/**
 * What the log was, up to and with the event of number `seq`: the chain's hash there, in hex. Whoever changes an earlier
 * event has to change this one too, and every one that stands on paper or in a mail.
 */
export const LogSealed = defineEvent(
  'LogSealed',
  z.object({ sealedOn: dayShape, seq: countShape, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

export const logSealEvents = { LogSealed };
export type LogSealEvent = EventOf<typeof LogSealed>;
