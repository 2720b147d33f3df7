import { randomUUID } from 'node:crypto';
import type { PortalEvent } from '@portal/domain';
import type { EventToAppend } from '@portal/event-store';
import { ACCOUNT_OPENED, siteAdded as aSiteAdded } from '../domain/test/firstEvents.ts';

export const dealerRegistered = (
  number: number,
  userId: string,
  accountId: string,
  city: string,
): PortalEvent => ({
  type: 'DealerRegistered',
  data: {
    userId,
    accountId,
    username: `dealer-${number}`,
    name: `Ann Doe ${number}`,
    email: `ann${number}@example.com`,
    company: `Doe Security ${number}`,
    phone: '(518) 555-0100',
    address: '1 Main St',
    city,
    state: 'NY',
    zip: '12207',
    experience: null,
    agreement: { version: '1', acceptedAt: '2026-01-05T10:00:00.000Z' },
  },
});

export const accountOpened = (accountId: string, companyName = 'Doe Security'): PortalEvent => ({
  type: 'AccountOpened',
  data: { ...ACCOUNT_OPENED.data, accountId, firstUserId: null, name: companyName, companyName },
});

/** An active site, by default with 12 readers. */
export const siteAdded = (
  siteId: string,
  accountId: string,
  more: Parameters<typeof aSiteAdded>[0] = {},
): PortalEvent => aSiteAdded({ siteId, accountId, userId: accountId, ...more });

/** About 350 bytes of data and metadata, for the event store alone. */
export function storedEvent(): EventToAppend {
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
