import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

export const taxStreams = streamCategory('tax');

/** The one stream of the rates of sales tax. */
export const TAX_STREAM = taxStreams('portal');

export const taxEvents = defineEvents({
  /** What is sold in a state from that day on is taxed at this rate (rule B38). */
  TaxRateSet: {
    /** Two letters. */
    state: z.string(),
    /** Millionths of the price: 8.25% are 82,500. 0 for no tax. */
    rate: countShape,
    /** A billing day. A later event for the same day replaces it. */
    from: dayShape,
    reason: z.string(),
  },
});

export type TaxEvent = EventsOf<typeof taxEvents>;
