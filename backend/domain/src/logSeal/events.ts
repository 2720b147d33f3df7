import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { countShape, dayShape } from '../kernel/shapes.ts';

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
