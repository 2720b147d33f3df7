import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `dealerId-<KSnnnn>`: one stream a dealer id, which makes it unique for ever. */
export const dealerIdStreams = streamCategory('dealerId');

export const dealerIdStream = dealerIdStreams.streamOf;

/** KS plus 4 digits, given to one user for ever: a retired id is never given again. */
export const DealerIdTaken = defineEvent(
  'DealerIdTaken',
  z.object({ dealerId: z.string().regex(/^KS\d{4}$/), userId: z.string() }),
);

export const dealerIdEvents = { DealerIdTaken };
export type DealerIdEvent = EventOf<(typeof dealerIdEvents)[keyof typeof dealerIdEvents]>;
