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
