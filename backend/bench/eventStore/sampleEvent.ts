import { randomUUID } from 'node:crypto';
import type { EventToAppend } from '@portal/event-store';

/** About 350 bytes of data and metadata. */
export function sampleEvent(): EventToAppend {
  const site = randomUUID();
  return {
    id: randomUUID(),
    type: 'ReaderCountChanged',
    data: JSON.stringify({ siteId: site, accountId: site, readers: 12 }),
    metadata: JSON.stringify({
      v: 1,
      correlationId: site,
      causationId: null,
      actor: { kind: 'dealer', id: site },
      commandId: site,
      recordedAt: '2026-01-01T00:00:00.000Z',
      accounts: [site],
    }),
  };
}
