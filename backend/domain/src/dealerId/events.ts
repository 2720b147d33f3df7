import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { streamCategory } from '../kernel/stream.ts';
import { DEALER_ID_PATTERN } from '../values/dealerIds.ts';

/** `dealerId-<KSnnnn>`: one stream for each dealer id, which makes it unique for ever. */
export const dealerIdStream = streamCategory('dealerId');

export const dealerIdEvents = defineEvents({
  /** KS plus 4 digits, taken by one user for ever. */
  DealerIdTaken: { dealerId: z.string().regex(DEALER_ID_PATTERN), userId: z.string() },
});
export type DealerIdEvent = EventsOf<typeof dealerIdEvents>;
