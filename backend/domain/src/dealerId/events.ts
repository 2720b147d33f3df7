import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';
import { DEALER_ID_PATTERN } from '../values/dealerIds.ts';

/** `dealerId-<KSnnnn>`: one stream for each dealer id, which makes it unique for ever. */
export const dealerIdStreams = streamCategory('dealerId');

export const dealerIdStream = dealerIdStreams.streamOf;

/** KS plus 4 digits, taken by one user for ever. */
export const DealerIdTaken = defineEvent(
  'DealerIdTaken',
  z.object({ dealerId: z.string().regex(DEALER_ID_PATTERN), userId: z.string() }),
);

export const dealerIdEvents = { DealerIdTaken };
export type DealerIdEvent = EventOf<(typeof dealerIdEvents)[keyof typeof dealerIdEvents]>;
