import { contactStream, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createMemoryEventStore, createMemoryKeyRing } from '@portal/event-store';
import type pg from 'pg';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { type Follower, runFollowers } from '../../src/platform/followers/runFollowers.ts';

/** A log with one contact message; returns a function that runs a follower of it. */
export async function logOfOne(pool: pg.Pool) {
  const store = createMemoryEventStore();
  const codec = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing: createMemoryKeyRing(),
  });
  const contactId = v7();
  const event: PortalEvent = {
    type: 'ContactMessageReceived',
    data: { contactId, name: 'V', email: 'v@example.com', phone: null, subject: 'other', message: 'Hello' },
  };
  const metadata = {
    v: 1,
    correlationId: 'test',
    causationId: null,
    actor: { kind: 'visitor' as const, id: null },
    commandId: 'test',
    recordedAt: '2026-03-01T10:00:00.000Z',
    accounts: [],
  };
  await store.append(contactStream(contactId), await codec.encode([event], [v7()], metadata), 'no_stream');
  return (handle: Follower['handle']) =>
    runFollowers([{ name: 'one', types: ['ContactMessageReceived'], handle }], {
      store,
      codec,
      pool,
      log: pino({ level: 'silent' }),
    });
}
