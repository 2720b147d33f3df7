import { adminNewSiteSchema, registerSchema } from '@portal/contract';
import {
  type Actor,
  accountDecider,
  accountStream,
  eventMetadataSchema,
  type InvoiceEvent,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  type PortalEvent,
  portalEvents,
  siteStream,
} from '@portal/domain';
import { createCodec } from '@portal/event-store';
import pino from 'pino';
import { v7 } from 'uuid';
import type { PortalOverrides } from '../../src/app/compose.ts';
import { type CommandContext, deriveId, newCommand } from '../../src/kernel/commandContext.ts';
import { inParallel } from '../../src/kernel/inParallel.ts';
import { replayInvoice } from '../../src/modules/audit/replayInvoice.ts';
import { addSite } from '../../src/modules/sites/addSite.ts';
import { approveUser } from '../../src/modules/users/changeUser.ts';
import { registerDealer } from '../../src/modules/users/registerDealer.ts';
import { openEventStore } from '../../src/platform/eventStore/openEventStore.ts';
import { postgresKeyRing } from '../../src/platform/keyRing/postgresKeyRing.ts';
import type { TestDatabase } from '../testDatabase.ts';
import { registration, startTestPortal, type TestPortal } from './testPortal.ts';

export type StoredEvent<Type extends PortalEvent['type'] = PortalEvent['type']> = {
  readonly stream: string;
  readonly revision: number;
  readonly type: Type;
  readonly data: Extract<PortalEvent, { type: Type }>['data'];
  readonly metadata: { readonly recordedAt: string; readonly actor: Actor; readonly reason?: string };
};

export interface Dealer {
  readonly userId: string;
  readonly accountId: string;
}

const ADMIN_ACTOR: Actor = { kind: 'admin', id: 'somebody' };

/** A portal whose clock the test sets, and that does nothing by itself. */
export interface BillingPortal extends TestPortal {
  /** Moves the portal's clock to an ISO instant, forth or back. */
  setClock(instant: string): void;
  /** A command given now. */
  command(actor?: Actor): CommandContext;
  /** A dealer who is approved. */
  newDealer(username: string): Promise<Dealer>;
  /** A company whose user is known by id alone, which costs less to make. */
  newAccount(name?: string): Promise<Dealer>;
  /** A site that is active from now on. */
  newSite(dealer: Dealer, more?: object): Promise<string>;
  /** So many active sites of 10 readers, `Pier 00001` and on. All but the last come past the commands: thousands take seconds. */
  newSites(dealer: Dealer, count: number): Promise<void>;
  /** What the log holds of a type, in its order, as stored. */
  stored<Type extends PortalEvent['type']>(...types: Type[]): Promise<readonly StoredEvent<Type>[]>;
  /** @throws Error for an invoice that was not issued */
  invoiceOf(invoiceId: string): Promise<IssuedInvoice>;
  replay(invoiceId: string): ReturnType<typeof replayInvoice>;
  /** Ids, numbers and totals of the invoices of a month, in the order of their numbers. */
  issued(period: string): Promise<readonly Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'][]>;
}

export async function startBillingPortal(
  start: string,
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly database?: TestDatabase;
    readonly overrides?: PortalOverrides;
  } = {},
): Promise<BillingPortal> {
  let time = Date.parse(start);
  const { environment, database, overrides } = options;
  const test = await startTestPortal(
    { now: () => new Date(time), ...overrides },
    {
      environment: { PORTAL_ROLES: 'api,projections', ...environment },
      ...(database === undefined ? {} : { database }),
    },
  );
  const { portal } = test;
  const command = (actor: Actor = ADMIN_ACTOR) => newCommand(new Date(time), actor, 'a request');
  const stored: BillingPortal['stored'] = async (...types) => {
    const { rows } = await portal.database.pool.query(
      'SELECT stream, revision::integer, type, data, metadata FROM es.events WHERE type = ANY($1) ORDER BY position',
      [types],
    );
    return rows.map(({ data, metadata, ...row }) => ({
      ...row,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
    }));
  };
  const newSite: BillingPortal['newSite'] = async ({ accountId }, more = {}) => {
    const request = adminNewSiteSchema.parse({
      site_name: 'Pier 7',
      number_of_acu_panels: '1',
      number_of_readers: '10',
      account_id: accountId,
      custom_reader_rate: '',
      ...more,
    });
    return (await addSite(portal.commands, request, command())).siteId;
  };
  return {
    ...test,
    setClock(instant) {
      time = Date.parse(instant);
    },
    command,
    async newDealer(username) {
      const request = registerSchema.parse(registration(username));
      const { userId, accountId } = await registerDealer(portal.commands, request, command());
      const { types, position } = await approveUser(portal.commands, userId, command());
      if (position !== null) await portal.projections.waitFor({ types, position }, { timeoutMs: 20_000 });
      return { userId, accountId };
    },
    async newAccount(name = 'Doe Security') {
      const context = command();
      const accountId = deriveId(context, 'account');
      const userId = deriveId(context, 'user');
      const company = {
        name,
        companyName: name,
        companyAddress: '1 Main St',
        companyCity: 'Albany',
        companyState: 'NY',
        companyZip: '12207',
        companyPhone: '5185550100',
        companyEmail: 'ann@example.com',
      };
      await portal.commands.execute({
        stream: accountStream(accountId),
        decider: accountDecider,
        command: { type: 'OpenAccount', accountId, firstUserId: userId, company },
        context,
        accounts: [accountId],
      });
      return { userId, accountId };
    },
    newSite,
    async newSites(dealer, count) {
      const nameOf = (number: number) => `Pier ${String(number).padStart(5, '0')}`;
      const siteId = await newSite(dealer, { site_name: nameOf(count) });
      const [added] = await portal.commands.readStream(siteStream(siteId));
      if (added?.event.type !== 'SiteAdded') throw new Error('A site begins with SiteAdded.');
      const { data } = added.event;
      const keyRing = postgresKeyRing(portal.database.pool, test.settings.keyEncryptionKey);
      const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
      const store = await openEventStore({
        eventStoreUrl: null,
        databaseUrl: test.settings.databaseUrl ?? '',
        log: pino({ level: 'silent' }),
      });
      const events = Array.from({ length: count - 1 }, (_, index) => ({
        type: 'SiteAdded' as const,
        data: { ...data, siteId: v7(), siteName: nameOf(index + 1) },
      }));
      const ids = events.map(() => v7());
      const encoded = await codec.encode(events, ids, added.metadata);
      await inParallel([...encoded.entries()], 64, async ([index, event]) => {
        const append = () => store.append(siteStream(events[index]?.data.siteId ?? ''), [event], 'no_stream');
        // a busy machine may leave the outcome unknown; the same id again is answered as the first time
        await append().catch(append).catch(append);
      });
      await store.close();
      // a request waits 30 s at most, which is too short for thousands of them on a busy machine
      await portal.projections.caughtUp();
    },
    stored,
    async invoiceOf(invoiceId) {
      const invoice = await portal.commands.load(invoiceStream(invoiceId), invoiceDecider);
      if (invoice.status === 'none') throw new Error(`There is no invoice ${invoiceId}`);
      return invoice;
    },
    async replay(invoiceId) {
      await portal.billing.upToDate(['logIndex']);
      const ports = {
        db: portal.database.pool,
        timeZone: test.settings.billingTimeZone,
        today: () => new Date(time).toISOString().slice(0, 10),
        readStream: portal.commands.readStream,
        readStreams: portal.billing.readStreams,
      };
      return replayInvoice(ports, invoiceId);
    },
    async issued(period) {
      const all = await stored('InvoiceIssued');
      const ofPeriod = all.map(({ data }) => data).filter((data) => data.period === period);
      return ofPeriod.sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
    },
  };
}
