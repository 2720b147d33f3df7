import { migrationStream, orderStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { migrations } from './projector.ts';
import { listMigrations, migrationById, migrationsOfAccount } from './query.ts';

const request = (
  { history }: Bench,
  ids: { readonly migrationId: string; readonly accountId: string; readonly userId: string },
  more: { readonly totalCents?: number; readonly orderId?: string; readonly siteName?: string } = {},
) =>
  history.add(migrationStream(ids.migrationId), [ids.accountId], {
    type: 'MigrationRequested',
    data: {
      ...ids,
      siteName: 'Old Mill',
      siteAddress: '2 Dock Rd',
      siteCity: 'Troy',
      siteState: 'NY',
      siteZip: '12180',
      system7SiteId: 'S7-17',
      currentSystem: 'System VII',
      otherSystem: null,
      controllers: 2,
      cards: 40,
      databaseRequired: true,
      requestedDate: '2026-04-01',
      notes: 'Ring first',
      readers: 8,
      panels: 3,
      hardware: ['Netcom6P'],
      softwareVersion: 'vantage',
      auroraLicense: true,
      reverseNetworkIp: false,
      ca150Panel: false,
      netcom6p: true,
      includeShipping: true,
      totalCents: 0,
      orderId: null,
      ...more,
    },
  });
const approved = (migrationId: string, accountId: string) =>
  ({
    type: 'MigrationApproved',
    data: { migrationId, accountId, siteId: `site-of-${migrationId}`, activeFrom: '2026-01-06' },
  }) as const;
const deleted = (migrationId: string, accountId: string) =>
  ({
    type: 'MigrationDeleted',
    data: { migrationId, accountId, orderId: null, reason: 'twice' },
  }) as const;

// Proves S5-migrations-1
it('keeps one row per migration, pending until approved or deleted', async () => {
  const test = await bench();
  for (const migrationId of ['m1', 'm2', 'm3']) {
    await request(test, { migrationId, accountId: 'acme', userId: 'ann' });
  }
  await test.history.add(migrationStream('m2'), ['acme'], approved('m2', 'acme'));
  await test.history.add(migrationStream('m3'), ['acme'], deleted('m3', 'acme'));
  expect((await agree(migrations, test)).migrations).toMatchObject([
    {
      id: 'm1',
      status: 'pending',
      site_id: null,
      revision: 0n,
      site_address: '2 Dock Rd',
      notes: 'Ring first',
      hardware: ['Netcom6P'],
      requested_date: '2026-04-01',
      database_required: true,
      reverse_network_ip: false,
    },
    { id: 'm2', status: 'approved', site_id: 'site-of-m2', revision: 1n },
    { id: 'm3', status: 'deleted', site_id: null },
  ]);
});

// Proves S5-migrations-2
it('returns company, first user and test mode; lists by account, status and search', async () => {
  const test = await bench();
  const { history, pool } = test;
  const ann = await history.dealer('ann', 1);
  const bob = await history.dealer('bob', 2);
  await request(test, { migrationId: 'm1', ...ann }, { totalCents: 6_500, orderId: 'o1' });
  await request(test, { migrationId: 'm2', ...ann }, { siteName: 'New Mill' });
  await request(test, { migrationId: 'm3', ...bob });
  await history.add(migrationStream('m3'), [bob.accountId], deleted('m3', bob.accountId));
  await history.add(
    orderStream('o1'),
    [ann.accountId],
    {
      type: 'OrderPlaced',
      data: {
        orderId: 'o1',
        ...ann,
        entries: [{ id: 'm1', name: 'Old Mill', priceCents: 6_500 }],
        forms: [],
        items: [{ name: 'Reverse Network IP License', priceCents: 6_500 }],
        totalCents: 6_500,
        placedOn: '2026-01-05',
      },
    },
    {
      type: 'OrderPaid',
      data: {
        orderId: 'o1',
        accountId: ann.accountId,
        paymentId: 'p1',
        amountCents: 6_500,
        livemode: false,
        paidOn: '2026-01-05',
      },
    },
  );
  await (await test.start()).caughtUp();

  expect(await migrationById(pool, 'm1')).toMatchObject({
    company_name: 'ann Security',
    primary_contact: 'ann Smith',
    paid_in_test_mode: true,
  });
  expect(await migrationById(pool, 'm2')).toMatchObject({ paid_in_test_mode: false, order_id: null });
  expect(await migrationById(pool, 'nobody')).toBeNull();
  const own = await migrationsOfAccount(pool, ann.accountId);
  expect(own.map(({ id }) => id)).toEqual(['m1', 'm2']);
  expect(await migrationsOfAccount(pool, ann.accountId, 'approved')).toEqual([]);
  expect(await migrationsOfAccount(pool, bob.accountId)).toEqual([]);
  const ids = async (filter: Record<string, unknown>) =>
    (await listMigrations(pool, { filter, sort: ['company_name', 'ASC'] })).rows.map(({ id }) => id);
  expect(await ids({ status: 'pending' })).toEqual(['m1', 'm2']);
  expect(await ids({ q: 'bob mill' })).toEqual(['m3']);
  expect(await ids({ company_name: 'ann Security', migration_site_name: 'New Mill' })).toEqual(['m2']);
  const page = await listMigrations(pool, { filter: { company_name: 'ann Security' }, range: [0, 0] });
  expect([page.rows.length, page.total]).toEqual([1, 2]);
});
