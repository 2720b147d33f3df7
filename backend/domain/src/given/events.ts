import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { APPROVAL_KIND_NAMES } from '../values/approvals.ts';

const streamOf = streamCategory('given');

/** `given-<user id>-<account id>`: what a member of staff gives away to a company, or to none, without a second one. */
export const givenStream = (userId: string, accountId: string | null = null): string =>
  streamOf(`${userId}-${accountId ?? 'none'}`);

export const givenEvents = defineEvents({
  /** Appended right before the decision that gives it away, where the settings have a limit. */
  GivenAwayCounted: { day: dayShape, kind: z.enum(APPROVAL_KIND_NAMES), cents: centsShape },
});
export type GivenEvent = EventsOf<typeof givenEvents>;
