import { adminNewSiteSchema, registerSchema } from '@portal/contract';
import {
  type Actor,
  accountDecider,
  accountStream,
  type InvoiceEvent,
  type PortalEvent,
} from '@portal/domain';
import { addSite } from '../../src/commands/addSite.ts';
import { type CommandContext, deriveId, newCommand } from '../../src/commands/commandContext.ts';
import { registerDealer } from '../../src/commands/registerDealer.ts';
import { approveUser } from '../../src/commands/setUserApproval.ts';
import type { PortalOverrides } from '../../src/compose.ts';
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
  /** What the log holds of a type, in its order, as stored. */
  stored<Type extends PortalEvent['type']>(...types: Type[]): Promise<readonly StoredEvent<Type>[]>;
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
    async newSite({ accountId }, more = {}) {
      const request = adminNewSiteSchema.parse({
        site_name: 'Pier 7',
        number_of_acu_panels: '1',
        number_of_readers: '10',
        account_id: accountId,
        custom_reader_rate: '',
        ...more,
      });
      return (await addSite(portal.commands, request, command())).siteId;
    },
    stored,
    async issued(period) {
      const all = await stored('InvoiceIssued');
      const ofPeriod = all.map(({ data }) => data).filter((data) => data.period === period);
      return ofPeriod.sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
    },
  };
}
