import { contactStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { contacts } from '../contacts/projector.ts';
import { CONTACTS_VIEW } from '../contacts/query.ts';
import { dealerSites, dealerSitesTable } from '../dealerSites/projector.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { orders } from '../orders/projector.ts';
import type { Projection } from './definition.ts';
import { dropReplaced } from './replaced.ts';
import { viewName } from './table.ts';

const earlier: Projection = { ...dealerSites, version: 1 };
const later: Projection = { ...dealerSites, version: dealerSites.version + 1 };
const LATER_VIEW = viewName(dealerSitesTable.name, later.version);

const write = ({ history }: Bench, contactId: string) =>
  history.add(contactStream(contactId), [], {
    type: 'ContactMessageReceived',
    data: { contactId, name: 'Vic', email: 'vic@example.com', phone: null, subject: 'other', message: 'Hi' },
  });

/** Tables and views in the database, by name. */
async function left({ pool }: Bench): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'v') AND relname ~ '_v[0-9]+(_g[0-9]+)?$' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}
/** Works while a transaction has read a table. */
async function whileReading({ newPool }: Bench, table: string, work: () => Promise<void>): Promise<void> {
  const reader = await newPool().connect();
  try {
    await reader.query(`BEGIN; SELECT * FROM ${table}`);
    await work();
  } finally {
    await reader.query('ROLLBACK');
    reader.release();
  }
}

const CONTACTS = [CONTACTS_VIEW, `${CONTACTS_VIEW}_g1`];
const SITES = [DEALER_SITES_VIEW, `${DEALER_SITES_VIEW}_g1`];

// Proves I8-erase-2
it('drops the tables of an earlier version only once no process feeds it', async () => {
  const test = await bench();
  const old = await test.start({ projections: [earlier] });
  const runtime = await test.start({ projections: [dealerSites, contacts] });
  await runtime.caughtUp();
  expect(await dropReplaced(test.pool, [dealerSites, contacts])).toEqual([]);
  await old.stop();
  expect(await dropReplaced(test.pool, [dealerSites, contacts])).toEqual(['dealer_sites_v1_g1']);
  expect(await left(test)).toEqual([...CONTACTS, ...SITES]);
  expect(await dropReplaced(test.pool, [dealerSites, contacts])).toEqual([]);

  // the older release starts again and refills its tables
  await test.history.dealer('ann', 1);
  await test.history.site('account-of-ann', 's1');
  const again = await test.start({ projections: [earlier] });
  await again.caughtUp();
  expect(await test.rowsOf('dealer_sites_v1')).toHaveLength(1);
});

it('waits some time after the lease of a process that died', async () => {
  const test = await bench();
  const old = await test.start({ projections: [earlier] });
  await old.stop();
  await test.start({ projections: [dealerSites], run: false });
  const diedAgo = (seconds: number) =>
    test.pool.query(
      'UPDATE projection_leases SET until = clock_timestamp() - make_interval(secs => $1) WHERE version = 1',
      [seconds],
    );
  await diedAgo(3_000);
  expect(await dropReplaced(test.pool, [dealerSites])).toEqual([]);
  await diedAgo(4_000);
  expect(await dropReplaced(test.pool, [dealerSites])).toEqual(['dealer_sites_v1_g1']);
});

it('keeps the tables of a newer release', async () => {
  const test = await bench();
  await (await test.start({ projections: [later] })).stop();
  await (await test.start({ projections: [dealerSites] })).stop();
  expect(await dropReplaced(test.pool, [dealerSites])).toEqual([]);
  expect(await left(test)).toEqual([...SITES, LATER_VIEW, `${LATER_VIEW}_g1`]);
});

// Proves I8-erase-2
it('drops what a rebuild that died or was blocked left behind, and not what one is filling', async () => {
  const test = await bench();
  await write(test, 'c1');
  const runtime = await test.start({ projections: [contacts] });
  await runtime.caughtUp();
  await test.pool.query(`CREATE TABLE ${CONTACTS_VIEW}_g0 AS TABLE ${CONTACTS_VIEW}_g1`);
  await test.pool.query(`CREATE TABLE ${CONTACTS_VIEW}_g2 AS TABLE ${CONTACTS_VIEW}_g1`);
  await test.pool.query(
    "INSERT INTO projection_generations (projection, version, generation, state) VALUES ('contacts', $1, 2, 'filling')",
    [contacts.version],
  );
  const rebuilding = await test.newPool().connect();
  const lock = [`rebuild contacts ${contacts.version}`];
  await rebuilding.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', lock);
  expect(await dropReplaced(test.pool, [contacts])).toEqual([]);
  await rebuilding.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
  rebuilding.release();
  expect([...(await dropReplaced(test.pool, [contacts]))].sort()).toEqual([
    `${CONTACTS_VIEW}_g0`,
    `${CONTACTS_VIEW}_g2`,
  ]);
  expect(await left(test)).toEqual(CONTACTS);
  const { rows } = await test.pool.query(
    'SELECT generation, state FROM projection_generations WHERE projection = $1',
    ['contacts'],
  );
  expect(rows).toEqual([{ generation: 1, state: 'live' }]);

  await write(test, 'c2');
  await runtime.caughtUp();
  await runtime.rebuild('contacts');
  expect(await test.rowsOf(CONTACTS_VIEW)).toHaveLength(2);
});

it('lets a rebuild go on while an earlier generation is in use, after one that died', async () => {
  const test = await bench();
  await write(test, 'c1');
  const runtime = await test.start({ projections: [contacts] });
  await runtime.caughtUp();
  await test.pool.query(`CREATE TABLE ${CONTACTS_VIEW}_g0 AS TABLE ${CONTACTS_VIEW}_g1`);
  await test.pool.query(
    `INSERT INTO projection_generations (projection, version, generation, state)
     SELECT 'contacts', $1, generation, 'filling' FROM unnest(ARRAY[0, 2]) generation`,
    [contacts.version],
  );
  const generations = async () =>
    (
      await test.pool.query(
        'SELECT generation, state FROM projection_generations WHERE projection = $1 ORDER BY generation',
        ['contacts'],
      )
    ).rows;
  await whileReading(test, `${CONTACTS_VIEW}_g0`, async () => {
    await runtime.rebuild('contacts');
    expect(await generations()).toEqual([
      { generation: 0, state: 'filling' },
      { generation: 2, state: 'live' },
    ]);
  });
  expect(await dropReplaced(test.pool, [contacts])).toEqual([`${CONTACTS_VIEW}_g0`]);
  expect(await generations()).toEqual([{ generation: 2, state: 'live' }]);
});

it('leaves a table in use to the next call', async () => {
  const test = await bench();
  await (await test.start({ projections: [earlier] })).stop();
  await (await test.start({ projections: [dealerSites] })).stop();
  await whileReading(test, 'dealer_sites_v1', async () => {
    expect(await dropReplaced(test.pool, [dealerSites])).toEqual([]);
  });
  expect(await dropReplaced(test.pool, [dealerSites])).toEqual(['dealer_sites_v1_g1']);
});

it('drops a generation of several tables as a whole', async () => {
  const test = await bench();
  const earlierOrders: Projection = { ...orders, version: orders.version - 1 };
  const views = Object.values(orders.tables).map(({ name }) => viewName(name, earlierOrders.version));
  await (await test.start({ projections: [earlierOrders] })).stop();
  await (await test.start({ projections: [orders] })).stop();
  for (const view of views) {
    await whileReading(test, view, async () => {
      expect(await dropReplaced(test.pool, [orders])).toEqual([]);
    });
  }
  // the older release starts again
  await (await test.start({ projections: [earlierOrders] })).stop();
  for (const view of views) expect(await test.rowsOf(view)).toEqual([]);
  expect(await dropReplaced(test.pool, [orders])).toHaveLength(views.length);
});
