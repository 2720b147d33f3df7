import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** KS plus 4 digits, given to one user for ever: a retired id is never given again. */
export const DealerIdTaken = defineEvent(
  'DealerIdTaken',
  z.object({ dealerId: z.string().regex(/^KS\d{4}$/), userId: z.string() }),
);

export const dealerIdEvents = { DealerIdTaken };
export type DealerIdEvent = EventOf<(typeof dealerIdEvents)[keyof typeof dealerIdEvents]>;
