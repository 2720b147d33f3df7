import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `look-user-<id>`: one stream for each record whose looks are recorded, by the name of its own stream. */
export const lookStream = streamCategory('look');

export const lookEvents = defineEvents({
  /** A member of staff opened the page of a person or company; the first time on a billing day. */
  RecordLookedAt: { about: z.string(), userId: z.string(), day: dayShape },
  /** A member of staff exported rows of a list; in the stream of that member. */
  RowsExported: { userId: z.string(), list: z.string(), rows: countShape },
  /** A member of staff got a file of the administration, e.g. a report; in the stream of that member. */
  FileExported: { userId: z.string(), name: z.string() },
});
export type LookEvent = EventsOf<typeof lookEvents>;
