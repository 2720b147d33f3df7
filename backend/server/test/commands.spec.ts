import { randomUUID } from 'node:crypto';
import { AGREEMENT_VERSION, newSiteSchema, registerSchema } from '@portal/contract';
import {
  dealerIdDecider,
  dealerIdStream,
  userDecider,
  usernameDecider,
  usernameStream,
  userStream,
} from '@portal/domain';
import { describe, expect, it } from 'vitest';
import { makeOrdered } from '../src/modules/orders/paidOrders.ts';
import { pricedSite } from '../src/modules/orders/pricedForms.ts';
import { editOwnSite, editSite } from '../src/modules/sites/editSite.ts';
import { approveUser, disapproveUser } from '../src/modules/users/changeUser.ts';
import { registerDealer } from '../src/modules/users/registerDealer.ts';
import { memoryPorts, NO_ORDERS } from './support/memoryPorts.ts';

const registration = (username = 'ann') =>
  registerSchema.parse({
    name: 'Ann Doe',
    company: 'Doe Security',
    email: 'ann@example.com',
    phone: '7185550100',
    address: '1 Main St',
    city: 'Staten Island',
    state: 'NY',
    zip: '10311',
    username,
    password: 'secret-1',
    agreeToTerms: true,
  });
const site = (more: object = {}) =>
  newSiteSchema.parse({
    site_name: 'Harbor Gate',
    site_address: '2 Pier Rd',
    site_city: 'Albany',
    site_state: 'NY',
    site_zip: '12207',
    number_of_readers: '12',
    ...more,
  });

async function approvedDealer(memory = memoryPorts()) {
  const { userId, accountId } = await registerDealer(memory.ports, registration(), memory.command());
  await approveUser(memory.ports, userId, memory.command());
  return { ...memory, userId, accountId };
}

describe('RegisterDealer', () => {
  // Proves S1-3-7
  it('reserves the name, registers, and opens the account with the rate of 6.50', async () => {
    const { ports, story, events, command, credentials } = memoryPorts();
    const { userId, accountId, chain } = await registerDealer(ports, registration(), command());
    expect(story()).toEqual(['username UsernameReserved', 'user DealerRegistered', 'account AccountOpened']);
    expect(events('AccountOpened')[0]?.data).toMatchObject({
      accountId,
      firstUserId: userId,
      companyName: 'Doe Security',
      companyEmail: 'ann@example.com',
      billingContact: '',
      invoiceEmails: '',
      poNumber: '',
      defaultReaderRateCents: 650,
      isDemo: true,
    });
    expect(chain).toEqual({ types: ['DealerRegistered', 'AccountOpened'], position: '000000000003' });
    expect([...credentials.keys()]).toEqual([userId]);
  });

  // Proves S1-2-register-7
  it('keeps which version of the agreement was accepted, and when', async () => {
    const { ports, events, command } = memoryPorts();
    await registerDealer(ports, registration(), command('2026-04-01T10:00:00.000Z'));
    expect(events('DealerRegistered')[0]?.data).toMatchObject({
      agreement: { version: AGREEMENT_VERSION, acceptedAt: '2026-04-01T10:00:00.000Z' },
    });
  });

  it('repeated with the same command, changes nothing, nor a newer password', async () => {
    const { ports, story, command, credentials } = memoryPorts();
    const context = command();
    const first = await registerDealer(ports, registration(), context);
    const again = await registerDealer(ports, registration(), context);
    expect(again.userId).toBe(first.userId);
    expect(story()).toHaveLength(3);
    expect(credentials.get(first.userId)).toBe(1);
  });

  // Proves S1-3-5
  it('refuses a taken name in any case, and stores nothing', async () => {
    const { ports, story, command, credentials } = memoryPorts();
    await registerDealer(ports, registration(), command());
    for (const name of ['ann', 'ANN']) {
      await expect(
        registerDealer(ports, registration(name), command('2026-04-01T10:00:00.000Z')),
      ).rejects.toMatchObject({
        kind: 'conflict',
        message: 'Username already exists',
      });
    }
    expect(story()).toHaveLength(3);
    expect(credentials.size).toBe(1);
  });

  it('takes over an unused reservation after 15 minutes and closes that registration', async () => {
    const { ports, story, events, command } = memoryPorts();
    const stream = usernameStream(ports.usernameHash('ann'));
    const lost = '01890000-0000-7000-8000-00000000dead';
    await ports.execute({
      stream,
      decider: usernameDecider,
      command: { type: 'ReserveUsername', userId: lost, at: '2026-03-01T10:00:00.000Z' },
      context: command(),
      accounts: [],
    });
    await expect(registerDealer(ports, registration(), command('2026-03-01T10:15:00.000Z'))).rejects.toThrow(
      'Username already exists',
    );
    const { userId } = await registerDealer(ports, registration(), command('2026-03-01T10:15:01.000Z'));
    expect(story().slice(1)).toEqual([
      'user RegistrationAbandoned',
      'username UsernameReleased',
      'username UsernameReserved',
      'user DealerRegistered',
      'account AccountOpened',
    ]);
    expect(events('RegistrationAbandoned')).toMatchObject([{ data: { userId: lost } }]);
    expect(await ports.load(stream, usernameDecider)).toMatchObject({ status: 'held', owner: userId });
    // the lost one comes back too late: its stream is closed
    await expect(
      ports.execute({
        stream: userStream(lost),
        decider: userDecider,
        command: { ...registerCommand, userId: lost },
        context: command(),
        accounts: [],
      }),
    ).rejects.toThrow('Username already exists');
  });
});

const registerCommand = {
  type: 'RegisterDealer' as const,
  accountId: 'x',
  username: 'ann',
  profile: {
    name: 'A',
    email: 'a@b.c',
    company: 'c',
    phone: 'p',
    address: 'a',
    city: 'c',
    state: 's',
    zip: 'z',
  },
  experience: null,
  agreement: { version: '1', acceptedAt: '2026-03-01T10:00:00.000Z' },
};

describe('ApproveUser', () => {
  // Proves S1-3-6
  it('gives the next free dealer id and shows it on the account', async () => {
    const { story, events, accountId } = await approvedDealer();
    expect(story().slice(3)).toEqual([
      'dealerId DealerIdTaken',
      'user UserApproved',
      'account AccountDealerIdChanged',
    ]);
    expect(events('AccountDealerIdChanged')[0]?.data).toEqual({ accountId, dealerId: 'KS0001' });
  });

  it('takes the next id if the read model is behind', async () => {
    const memory = memoryPorts();
    for (const dealerId of ['KS0001', 'KS0002']) {
      await memory.ports.execute({
        stream: dealerIdStream(dealerId),
        decider: dealerIdDecider,
        command: { type: 'TakeDealerId', dealerId, userId: 'somebody' },
        context: memory.command(),
        accounts: [],
      });
    }
    const { events } = await approvedDealer(memory);
    expect(events('UserApproved')[0]?.data.dealerId).toBe('KS0003');
  });

  it('appends nothing the second time, and keeps the id after a disapproval', async () => {
    const { ports, userId, story, events, command, credentials } = await approvedDealer();
    const before = story().length;
    expect(await approveUser(ports, userId, command())).toEqual({ types: [], position: null });
    expect(story()).toHaveLength(before);
    const epoch = credentials.get(userId) ?? 0;
    await disapproveUser(ports, userId, command());
    expect(credentials.get(userId)).toBe(epoch + 1);
    await disapproveUser(ports, userId, command());
    expect(credentials.get(userId)).toBe(epoch + 1);
    await approveUser(ports, userId, command());
    expect(events('DealerIdTaken')).toHaveLength(1);
    expect(events('UserApproved')[1]?.data.dealerId).toBe('KS0001');
  });

  it('refuses an unknown user', async () => {
    const { ports, command, story } = memoryPorts();
    await expect(approveUser(ports, 'nobody', command())).rejects.toMatchObject({ kind: 'not_found' });
    expect(story()).toEqual([]);
  });
});

describe('CreateSite', () => {
  it('accepts a free order', async () => {
    const { ports, events, userId, accountId, command } = await approvedDealer();
    const { id: siteId } = await makeOrdered(
      ports,
      { userId, accountId },
      site({ software_version: 'aurora' }),
      pricedSite,
      command(),
      NO_ORDERS,
    );
    expect(events('SiteRequested')[0]?.data).toMatchObject({
      siteId,
      accountId,
      userId,
      readers: 12,
      panels: 1,
      priceCents: 0,
      orderId: null,
      requestedDate: null,
      softwareVersion: 'aurora',
    });
  });

  // Proves S1-5-orders-4
  it.each([
    ['left out', {}],
    ['blank', { requested_date: '' }],
    ['given', { requested_date: '2026-04-01' }],
  ])('is one site when the form is sent again on another day, its requested date %s', async (_name, more) => {
    const { ports, events, userId, accountId, command } = await approvedDealer();
    const form = site({ orderId: randomUUID(), ...more });
    const send = (time: string) =>
      makeOrdered(ports, { userId, accountId }, form, pricedSite, command(time), NO_ORDERS);
    const first = await send('2026-03-01T23:59:00.000Z');
    expect((await send('2026-03-02T00:01:00.000Z')).id).toBe(first.id);
    expect(events('SiteRequested').map(({ data }) => data.requestedDate)).toEqual([
      form.requested_date ?? null,
    ]);
    expect(events('OrderPlaced')).toHaveLength(1);
  });

  it.each([
    ['hardware by its switch', { netcom6p: true }],
    ['hardware by its name', { hardware: ['CA 150 Panel'] }],
  ])('needs a payment for %s, even if the request claims otherwise', async (_name, more) => {
    const { ports, story, userId, accountId, command } = await approvedDealer();
    const before = story().length;
    const order = site({ ...more, payment_verified: true, orderId: 'paid' });
    await expect(
      makeOrdered(ports, { userId, accountId }, order, pricedSite, command(), NO_ORDERS),
    ).rejects.toMatchObject({
      kind: 'payment_required',
    });
    expect(story()).toHaveLength(before);
  });
});

describe('the status of a site', () => {
  async function pendingSite() {
    const dealer = await approvedDealer();
    const { userId, accountId } = dealer;
    const { id: siteId } = await makeOrdered(
      dealer.ports,
      { userId, accountId },
      site(),
      pricedSite,
      dealer.command(),
      NO_ORDERS,
    );
    const change = (status: 'active' | 'inactive' | 'pending', by: string | null) =>
      by === null
        ? editSite(dealer.ports, siteId, { status }, dealer.command())
        : editOwnSite(dealer.ports, siteId, { status }, { userId, accountId: by }, dealer.command());
    return { ...dealer, siteId, change };
  }

  it('is approved, deactivated and reactivated by an administrator', async () => {
    const { change, story } = await pendingSite();
    for (const status of ['active', 'active', 'inactive', 'inactive', 'active'] as const)
      await change(status, null);
    expect(story().filter((line) => line.startsWith('site'))).toEqual([
      'site SiteRequested',
      'site SiteApproved',
      'site SiteDeactivated',
      'site SiteReactivated',
    ]);
    await expect(change('pending', null)).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('is not approved by a dealer, nor changed by another one', async () => {
    const { change, story, accountId } = await pendingSite();
    const before = story().length;
    await expect(change('active', accountId)).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(change('inactive', accountId)).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(change('active', 'another-account')).rejects.toMatchObject({
      kind: 'not_found',
      message: 'Site not found',
    });
    expect(story()).toHaveLength(before);
    await change('active', null);
    await change('inactive', accountId);
    await change('active', accountId);
    expect(story().slice(-2)).toEqual(['site SiteDeactivated', 'site SiteReactivated']);
  });
});
