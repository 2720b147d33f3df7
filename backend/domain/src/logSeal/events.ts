import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { asDay, type Day, isDay } from '../values/days.ts';

/** `logSeal-<YYYY-MM-DD>`: one stream for each billing day, so that a day is sealed once. */
export const logSealStreams = streamCategory('logSeal');

export const logSealStream = (day: Day): string => logSealStreams(asDay(day));

/** The day of a seal's stream; null for other streams. */
export function sealedDayOf(stream: string): Day | null {
  const day = logSealStreams.idOf(stream);
  return day !== null && isDay(day) ? day : null;
}

export const logSealEvents = defineEvents({
  /**
   * Hash (hex) of the log's chain at event number `seq`. Changing an earlier event would need a change of this one too,
   * and of its copies on paper and in mails.
   */
  LogSealed: { sealedOn: dayShape, seq: countShape, hash: z.string().regex(/^[0-9a-f]{64}$/) },
});
export type LogSealEvent = EventsOf<typeof logSealEvents>;
