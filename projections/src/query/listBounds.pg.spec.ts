import { beforeEach, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { InvalidListQuery, type ListQuery, listSites, listUsers } from '../index.ts';
import { MAX_ROWS } from './list.ts';

const today = '2026-01-06';
let test: Bench;

beforeEach(async () => {
  test = await bench();
  const { history } = test;
  for (const [n, name] of ['zed', 'ann', 'bob'].entries()) {
    const { accountId } = await history.dealer(name, n + 1);
    for (let site = 0; site < 2; site += 1) {
      await history.site(
        accountId,
        `${name}-${site}`,
        { readers: 10 * n + site, requestedDate: `2026-01-1${n}`, panels: 1 + n },
        site === 0 ? '2026-01-05' : undefined,
      );
    }
  }
  await (await test.start()).caughtUp();
});

const sites = async (query: ListQuery) => {
  const { rows, total } = await listSites(test.pool, { sort: ['id', 'ASC'], ...query }, today);
  return { ids: rows.map(({ id }) => id), total };
};

it('bounds numbers and days, both ends included, and counts matches', async () => {
  expect(
    await sites({ filter: { number_of_readers_gte: 1, number_of_readers_lte: 11 }, range: [0, 1] }),
  ).toEqual({ ids: ['ann-0', 'ann-1'], total: 3 });
  expect(await sites({ filter: { requested_date_gte: '2026-01-12' } })).toMatchObject({
    ids: ['bob-0', 'bob-1'],
  });
  expect(await sites({ filter: { number_of_acu_panels: [1, 3], is_active: true } })).toMatchObject({
    total: 4,
  });
});

it('bounds instants by instants and by days of a time zone', async () => {
  // every event was recorded at noon UTC, which is still the day before in Honolulu's evening
  const created = (filter: Record<string, unknown>, timeZone?: string) =>
    sites({ filter, range: [0, 0], timeZone }).then(({ total }) => total);
  expect(await created({ created_at_gte: '2026-01-05', created_at_lte: '2026-01-05' })).toBe(6);
  expect(await created({ created_at_gte: '2026-01-06' })).toBe(0);
  expect(await created({ created_at_lte: '2026-01-04' })).toBe(0);
  expect(await created({ created_at_gte: '2026-01-06' }, 'Pacific/Kiritimati')).toBe(6);
  // 02:00 of the 6th there: the upper bound ends the zone's day, not UTC's
  expect(await created({ created_at_lte: '2026-01-05' }, 'Pacific/Kiritimati')).toBe(0);
  expect(await created({ created_at_lte: '2026-01-06' }, 'Pacific/Kiritimati')).toBe(6);
  expect(await created({ created_at_gte: '2026-01-05T12:00:00.000Z' })).toBe(6);
  expect(await created({ created_at_gte: '2026-01-05T13:00:00.001+01:00' })).toBe(0);
});

it('filters, searches and sorts sites by their company', async () => {
  expect(await sites({ filter: { company_name: 'bob Security' }, range: [0, 0] })).toEqual({
    ids: ['bob-0'],
    total: 2,
  });
  expect(await sites({ filter: { q: 'ZED harbor', company_name: 'zed Security' } })).toMatchObject({
    total: 2,
  });
  expect(await sites({ filter: { q: 'zed security' } })).toMatchObject({ ids: ['zed-0', 'zed-1'] });
  expect(await sites({ sort: ['company_name', 'DESC'], range: [0, 2] })).toEqual({
    ids: ['zed-1', 'zed-0', 'bob-1'],
    total: 6,
  });
  const { total } = await listUsers(
    test.pool,
    { filter: { total_readers_gte: 10, active_sites: 1 }, range: [0, 9] },
    { today, billingDate: '2026-02-01' },
  );
  expect(total).toBe(2);
});

it.each<[string, 'ASC' | 'DESC']>([
  ['created_at', 'DESC'],
  ['created_at', 'ASC'],
  ['site_name', 'ASC'],
  ['number_of_readers', 'DESC'],
])('uses an index for %s %s instead of sorting all sites', async (field, order) => {
  const asked: { text: string; values: unknown[] }[] = [];
  const listening = {
    query: (query: { text: string; values: unknown[] } | string, values?: unknown[]) => {
      if (typeof query === 'object') asked.push(query);
      return test.pool.query(query as never, values as never);
    },
  } as unknown as typeof test.pool;
  await listSites(listening, { sort: [field, order], range: [0, 1] }, today);
  const client = await test.pool.connect();
  try {
    // a handful of rows is sorted faster than any index is read; 100,000 are not
    await client.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
    const { text = '', values = [] } = asked[0] ?? {};
    const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toMatch(/Sort/);
    expect(lines).toMatch(/Index Scan/);
  } finally {
    client.release(true);
  }
});

it.each<[string, Record<string, unknown>]>([
  ['a bound of a text', { site_name_gte: 'a' }],
  ['a bound of an unknown field', { password_gte: 1 }],
  ['a bound that every object has', { constructor_gte: 1 }],
  ['a text for a number', { number_of_readers_gte: '1; DROP TABLE x' }],
  ['a fraction', { number_of_readers_lte: 1.5 }],
  ['a number beyond all', { number_of_readers_gte: 1e30 }],
  ['no value', { number_of_readers_gte: null }],
  ['a list', { number_of_readers_gte: [1] }],
  ['a day that is none', { requested_date_gte: '2026-02-30' }],
  ['an instant that is none', { created_at_lte: '2026-13-01T00:00:00Z' }],
  ['words for an instant', { created_at_lte: 'yesterday' }],
])('refuses %s', async (_, filter) => {
  await expect(sites({ filter })).rejects.toThrow(InvalidListQuery);
});

// Proves I35-36
it('reads a whole list up to a limit, and counts what it leaves out', async () => {
  await test.pool.query(
    `INSERT INTO ${DEALER_SITES_VIEW} SELECT copy.* FROM ${DEALER_SITES_VIEW} AS v, generate_series(1, ${MAX_ROWS}) AS n,
       jsonb_populate_record(NULL::${DEALER_SITES_VIEW}, to_jsonb(v) || jsonb_build_object('id', 'copy-' || n)) AS copy
     WHERE v.id = 'ann-0'`,
  );
  const { ids, total } = await sites({});
  expect([new Set(ids).size, total]).toEqual([MAX_ROWS, MAX_ROWS + 6]);
});

// Proves I35-36
it('reads a whole list in one state while sites are added and deleted', async () => {
  const before = await sites({});
  const changing = Object.create(test.pool) as Bench['pool'];
  const query = test.pool.query.bind(test.pool) as (...given: unknown[]) => Promise<unknown>;
  /** After each statement the first site is deleted, and another is added behind the last. */
  Object.assign(changing, {
    query: async (...given: unknown[]) => {
      const answer = await query(...given);
      await query(
        `WITH gone AS (DELETE FROM ${DEALER_SITES_VIEW} WHERE id = (SELECT min(id) FROM ${DEALER_SITES_VIEW}) RETURNING *)
         INSERT INTO ${DEALER_SITES_VIEW} SELECT copy.* FROM gone,
           jsonb_populate_record(NULL::${DEALER_SITES_VIEW}, to_jsonb(gone) || jsonb_build_object('id', 'zz-' || gone.id)) AS copy`,
      );
      return answer;
    },
  });
  const { rows, total } = await listSites(changing, { sort: ['id', 'ASC'] }, today);
  expect({ ids: rows.map(({ id }) => id), total }).toEqual(before);
  expect((await sites({})).ids).not.toEqual(before.ids);
});
