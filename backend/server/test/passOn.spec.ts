import { addUserSchema, registerSchema } from '@portal/contract';
import {
  accountDecider,
  accountStream,
  onUser,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import type { DealerRole } from '@portal/domain/values';
import { StoreUnavailable } from '@portal/event-store';
import { describe, expect, it } from 'vitest';
import { follow } from '../src/kernel/follow.ts';
import type { LookUp } from '../src/kernel/process.ts';
import { passOnSitesAndInvoices } from '../src/modules/companies/processes.ts';
import { addSite } from '../src/modules/sites/addSite.ts';
import { addUser } from '../src/modules/users/addUser.ts';
import { deleteUser } from '../src/modules/users/deleteUser.ts';
import { registerDealer } from '../src/modules/users/registerDealer.ts';
import { memoryPorts } from './support/memoryPorts.ts';

/** A company of one user with two sites, one of them switched off, and the user's deletion, not followed yet. */
async function setUp() {
  const memory = memoryPorts();
  const { ports, command } = memory;
  const registration = registerSchema.parse({
    name: 'Ann Doe',
    company: 'Doe Security',
    email: 'ann@example.com',
    phone: '7185550100',
    address: '1 Main St',
    city: 'Staten Island',
    state: 'NY',
    zip: '10311',
    username: 'ann',
    password: 'secret-1',
    agreeToTerms: true,
  });
  const { userId, accountId } = await registerDealer(ports, registration, command());
  const site = async (name: string) => {
    const request = {
      site_name: name,
      number_of_acu_panels: 1,
      number_of_readers: 1,
      account_id: accountId,
      custom_reader_rate: null,
    };
    return (await addSite(ports, request, command())).siteId;
  };
  const [on, off] = [await site('On'), await site('Off')];
  await ports.execute({
    stream: siteStream(off),
    decider: siteDecider,
    command: { type: 'DeactivateSite', by: 'admin' },
    context: command(),
    accounts: [accountId],
  });
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: { type: 'DeleteUser', actorId: 'admin' },
    context: command(),
    accounts: [accountId],
  });
  const [deletion] = appended;
  if (deletion === undefined) throw new Error('nothing was deleted');
  const siteOf = (id: string) => ports.load(siteStream(id), siteDecider);
  const lookUp = (
    users: readonly { id: string; dealerId: string | null; dealerRole?: DealerRole }[],
  ): LookUp => ({
    billingDay: (instant) => instant.slice(0, 10),
    usersOfAccount: async () => users.map((user) => ({ dealerRole: 'owner', ...user })),
    invoicesToSettle: async () => [],
    invoicesLeavingOver: async () => [],
    sitesOfAccount: async () =>
      Promise.all(
        [on, off].map(async (id) => {
          const state = await siteOf(id);
          if (state.status === 'none' || state.status === 'deleted') throw new Error('no site');
          return { id, userId: state.userId, status: state.status };
        }),
      ),
  });
  return { ...memory, userId, accountId, on, off, deletion, siteOf, lookUp };
}

describe('what a deleted user leaves', () => {
  it('goes to the next user once, by the portal, however often the process runs', async () => {
    const { ports, userId, accountId, on, off, deletion, siteOf, lookUp } = await setUp();
    const next = lookUp([
      { id: userId, dealerId: null },
      { id: 'bob', dealerId: 'KS0042' },
    ]);
    const appended = await follow(passOnSitesAndInvoices, deletion, { ...ports, lookUp: next });
    expect(appended.map(({ event }) => event.type)).toEqual([
      'InvoiceRecipientChanged',
      'AccountDealerIdChanged',
      'SitePassedToUser',
      'SitePassedToUser',
    ]);
    expect(appended.every(({ metadata }) => metadata.causationId === deletion.id)).toBe(true);
    expect(appended[0]?.metadata.actor).toEqual({ kind: 'system', id: 'passOnWhatAUserLeaves' });
    expect(await siteOf(on)).toMatchObject({ userId: 'bob', status: 'active' });
    expect(await siteOf(off)).toMatchObject({ userId: 'bob', status: 'inactive' });
    expect(await ports.load(accountStream(accountId), accountDecider)).toMatchObject({
      invoiceRecipient: 'bob',
      dealerId: 'KS0042',
    });
    expect(await follow(passOnSitesAndInvoices, deletion, { ...ports, lookUp: next })).toEqual([]);
  });

  // Proves I40-team
  it('goes to an owner before earlier colleagues; without one the next user becomes an owner', async () => {
    const { ports, command, accountId, on, deletion, siteOf, lookUp } = await setUp();
    const colleague = { id: '', dealerId: null, dealerRole: 'viewer' } as const;
    const { userId: bob } = await addUser(
      ports,
      addUserSchema.parse({
        ...{ username: 'bob', email: 'bob@example.com', password: 'secret-123', name: 'Bob' },
        ...{ company: 'Doe Security', account_id: accountId },
      }),
      command(),
    );
    await ports.execute({
      ...onUser({ userId: bob, accountId }),
      command: { type: 'SetDealerRole', role: 'viewer', otherOwners: 1 },
      context: command(),
    });
    const withOwner = await passOnSitesAndInvoices.decide(
      deletion,
      ports.load,
      lookUp([
        { ...colleague, id: bob },
        { ...colleague, id: 'eve', dealerRole: 'owner' },
      ]),
    );
    expect(withOwner.map(({ key }) => key)).not.toContain('owner');
    const without = lookUp([{ ...colleague, id: bob }]);
    const appended = await follow(passOnSitesAndInvoices, deletion, { ...ports, lookUp: without });
    expect(appended[0]?.event).toEqual({
      type: 'DealerRoleChanged',
      data: { userId: bob, accountId, role: 'owner' },
    });
    expect(await siteOf(on)).toMatchObject({ userId: bob });
  });

  it('turns inactive with the last user', async () => {
    const { ports, userId, on, off, deletion, siteOf, lookUp } = await setUp();
    // the read model still lists the one who is gone
    const nobody = lookUp([{ id: userId, dealerId: null }]);
    const appended = await follow(passOnSitesAndInvoices, deletion, { ...ports, lookUp: nobody });
    expect(appended.map(({ event }) => event.type)).toEqual(['InvoiceRecipientChanged', 'SiteDeactivated']);
    expect(await siteOf(on)).toMatchObject({ status: 'inactive' });
    expect(await siteOf(off)).toMatchObject({ status: 'inactive' });
  });

  it('gives a command the same id, independent of other commands in a run', async () => {
    const { ports, on, off, deletion, lookUp } = await setUp();
    const all = await passOnSitesAndInvoices.decide(deletion, ports.load, lookUp([]));
    const fewer = await passOnSitesAndInvoices.decide(deletion, ports.load, {
      ...lookUp([]),
      sitesOfAccount: async () => [{ id: on, userId: 'x', status: 'active' }],
    });
    expect(all.map(({ key }) => key)).toEqual(['recipient', on]);
    expect(fewer.map(({ key }) => key)).toEqual(['recipient', on]);
    expect(all.map(({ key }) => key)).not.toContain(off);
  });

  it('waits if the account is not open yet', async () => {
    const { ports, deletion, lookUp } = await setUp();
    const load = (async () => accountDecider.initialState) as typeof ports.load;
    await expect(passOnSitesAndInvoices.decide(deletion, load, lookUp([]))).rejects.toThrow('not open yet');
  });
});

describe('a deletion with unknown outcome', () => {
  it('has ended the sessions, and keeps the name until the outcome is known', async () => {
    const { ports, command, credentials, userId, story } = await (async () => {
      const memory = memoryPorts();
      const request = {
        username: 'eve',
        email: 'eve@example.com',
        password: 'secret-12',
        name: 'Eve',
        company: 'C',
        is_admin: false,
        staff_role: 'admin' as const,
        account_id: null,
        dealer_id: '',
      };
      return { ...memory, userId: (await addUser(memory.ports, request, memory.command())).userId };
    })();
    const lost = async () => Promise.reject(new StoreUnavailable('lost'));
    const before = story().length;
    await expect(deleteUser({ ...ports, execute: lost }, userId, command())).rejects.toThrow('lost');
    expect(credentials.get(userId)).toBe(2);
    expect(story()).toHaveLength(before);
    await deleteUser(ports, userId, command());
    expect(story().slice(before)).toEqual([
      'user UserDeleted',
      'username UsernameReleased',
      'account InvoiceRecipientChanged',
    ]);
    expect(credentials.has(userId)).toBe(false);
  });
});

describe('a user who joins', () => {
  it('changes nothing in a company with users', async () => {
    const { ports, command, story } = memoryPorts();
    const user = (username: string, account_id: string | null) => ({
      username,
      email: 'x@example.com',
      password: 'secret-12',
      name: username,
      company: 'C',
      is_admin: false,
      staff_role: 'admin' as const,
      account_id,
      dealer_id: '',
    });
    const { userId } = await addUser(ports, user('ann', null), command('2026-03-01T10:00:00.000Z'));
    const first = await ports.load(userStream(userId), userDecider);
    if (first.status !== 'present') throw new Error('no user');
    const before = story().length;
    await addUser(ports, user('bob', first.accountId), command('2026-03-01T10:00:01.000Z'));
    expect(story().slice(before)).toEqual([
      'username UsernameReserved',
      'dealerId DealerIdTaken',
      'user UserAdded',
    ]);
  });
});
