import {
  accountStream,
  BLANK_SITE,
  dealerIdStream,
  type EventMetadata,
  type PortalEvent,
  siteStream,
  usernameStream,
  userStream,
} from '@portal/domain';
import type { EventStore, EventToAppend, Position } from '@portal/event-store';
import { v7 as uuidv7 } from 'uuid';
import type { PortalCodec } from '../src/index.ts';

type DataOf<T extends PortalEvent['type']> = Extract<PortalEvent, { type: T }>['data'];

/** Metadata of events that concern these accounts. */
export function metadataFor(
  accounts: readonly string[],
  recordedAt = '2026-01-05T12:00:00.000Z',
): EventMetadata {
  return {
    v: 1,
    correlationId: 'test',
    causationId: null,
    actor: { kind: 'system', id: 'test' },
    commandId: 'test',
    recordedAt,
    accounts: [...accounts],
  };
}

/** Writes history into a store, stream by stream, without deciders: projections see events only. */
export class History {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  readonly #revisions = new Map<string, bigint>();
  /** Position of the last event. */
  position: Position = '';

  constructor(store: EventStore, codec: PortalCodec) {
    this.store = store;
    this.codec = codec;
  }

  async add(stream: string, accounts: readonly string[], ...events: PortalEvent[]): Promise<Position> {
    return this.addRaw(stream, ...(await this.encode(accounts, ...events)));
  }

  async encode(accounts: readonly string[], ...events: PortalEvent[]): Promise<readonly EventToAppend[]> {
    return this.codec.encode(
      events,
      events.map(() => uuidv7()),
      metadataFor(accounts),
    );
  }

  async addRaw(stream: string, ...events: EventToAppend[]): Promise<Position> {
    const { lastRevision, position } = await this.store.append(
      stream,
      events,
      this.#revisions.get(stream) ?? 'no_stream',
    );
    this.#revisions.set(stream, lastRevision);
    this.position = position;
    return position;
  }

  /** An account with its first user, approved if `number` for the dealer id is given. */
  async dealer(name: string, number?: number): Promise<{ accountId: string; userId: string }> {
    const accountId = `account-of-${name}`;
    const userId = `user-${name}`;
    await this.add(usernameStream(`hash-of-${name}`), [], {
      type: 'UsernameReserved',
      data: { userId, reservedAt: '2026-01-05T12:00:00.000Z' },
    });
    await this.add(userStream(userId), [accountId], {
      type: 'DealerRegistered',
      data: registered(name, userId, accountId),
    });
    await this.add(accountStream(accountId), [accountId], {
      type: 'AccountOpened',
      data: opened(name, userId, accountId),
    });
    if (number !== undefined) {
      const dealerId = `KS${String(number).padStart(4, '0')}`;
      await this.add(dealerIdStream(dealerId), [accountId], {
        type: 'DealerIdTaken',
        data: { dealerId, userId },
      });
      await this.add(userStream(userId), [accountId], {
        type: 'UserApproved',
        data: { userId, accountId, dealerId },
      });
      await this.add(accountStream(accountId), [accountId], {
        type: 'AccountDealerIdChanged',
        data: { accountId, dealerId },
      });
    }
    return { accountId, userId };
  }

  /** A requested site, also approved with `activeFrom`. */
  async site(
    accountId: string,
    siteId: string,
    part: Partial<DataOf<'SiteRequested'>> = {},
    activeFrom?: string,
  ): Promise<Position> {
    const events: PortalEvent[] = [{ type: 'SiteRequested', data: requested(accountId, siteId, part) }];
    if (activeFrom !== undefined)
      events.push({ type: 'SiteApproved', data: { siteId, accountId, activeFrom } });
    return this.add(siteStream(siteId), [accountId], ...events);
  }
}

export const registered = (name: string, userId: string, accountId: string): DataOf<'DealerRegistered'> => ({
  userId,
  accountId,
  username: name,
  name: `${name} Smith`,
  email: `${name}@example.com`,
  company: `${name} Security`,
  phone: '7185550100',
  address: '1 Bay Street',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
  experience: null,
  agreement: { version: '1', acceptedAt: '2026-01-05T12:00:00.000Z' },
});

export const opened = (name: string, userId: string, accountId: string): DataOf<'AccountOpened'> => ({
  accountId,
  firstUserId: userId,
  name: `${name} Security`,
  companyName: `${name} Security`,
  companyAddress: '1 Bay Street',
  companyCity: 'Staten Island',
  companyState: 'NY',
  companyZip: '10311',
  companyPhone: '7185550100',
  companyEmail: `${name}@example.com`,
  billingContact: '',
  invoiceEmails: '',
  poNumber: '',
  defaultReaderRateCents: 650,
  promotionalMonths: 24,
  promotionalLicensePricing: true,
  equipmentPurchasesEnabled: true,
  isDemo: true,
});

export const siteDetails = (siteName: string) => ({
  ...BLANK_SITE,
  siteName,
  siteAddress: '2 Harbor Road',
  siteCity: 'Staten Island',
  siteState: 'NY',
  siteZip: '10311',
  panels: 1,
  softwareVersion: null,
  hardware: [],
});

export const requested = (
  accountId: string,
  siteId: string,
  part: Partial<DataOf<'SiteRequested'>> = {},
): DataOf<'SiteRequested'> => ({
  siteId,
  accountId,
  userId: 'somebody',
  ...siteDetails(`Site ${siteId}`),
  readers: 12,
  requestedDate: '2026-01-05',
  priceCents: 0,
  orderId: null,
  ...part,
});
