import { siteStream } from '@portal/domain';
import { beforeEach, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { type ListQuery, listSites, type Projections } from '../index.ts';
import { MOST_IDS, stateOf } from './kept.ts';

const today = '2026-01-06';
const QUERIES: Readonly<Record<string, ListQuery>> = {
  'without filter': {},
  'with a filter': { filter: { status: 'active' } },
  'with a filter of the company': { filter: { company_name: 'ann Security' } },
  'with a search': { filter: { q: 'security' } },
  'with filter and search': { filter: { status: 'active', q: 'harbor' } },
};
let test: Bench;
let runtime: Projections;

beforeEach(async () => {
  test = await bench();
  runtime = await test.start();
  for (const name of ['ann', 'bob']) {
    const { accountId } = await test.history.dealer(name, name === 'ann' ? 1 : 2);
    for (let site = 0; site < 3; site += 1)
      await test.history.site(accountId, `${name}-${site}`, { siteName: `Harbor ${site}` });
  }
  await runtime.caughtUp();
});

const page = async (query: ListQuery, range: readonly [number, number] = [0, 1]) => {
  const { rows, total } = await listSites(test.pool, { sort: ['site_name', 'ASC'], ...query, range }, today);
  return { ids: rows.map(({ id }) => id), total };
};
/** What is kept must equal what another process finds anew. */
const anew = async (query: ListQuery) => {
  const { rows, total } = await listSites(
    test.newPool(),
    { sort: ['site_name', 'ASC'], ...query, range: [0, 1] },
    today,
  );
  return { ids: rows.map(({ id }) => id), total };
};

it.each(Object.entries(QUERIES))('counts a list %s again after each change', async (_what, query) => {
  const changes = [
    () => test.history.site('account-of-ann', 'ann-9', { siteName: 'Harbor 00' }, '2026-01-05'),
    () =>
      test.history.add(siteStream('bob-1'), ['account-of-bob'], {
        type: 'SiteApproved',
        data: { siteId: 'bob-1', accountId: 'account-of-bob', activeFrom: '2026-01-05' },
      }),
    () => test.history.dealer('security', 3),
    () => test.history.site('account-of-security', 'new-1', { siteName: 'Harbor 7' }, '2026-01-05'),
  ];
  const totals = [(await page(query)).total];
  for (const change of changes) {
    await change();
    await runtime.caughtUp();
    for (let time = 0; time < 2; time += 1) expect(await page(query)).toEqual(await anew(query));
    totals.push((await page(query)).total);
  }
  expect(new Set(totals).size).toBeGreaterThan(1);
});

it.each(Object.entries(QUERIES))('does not count a list %s again without a change', async (_what, query) => {
  const before = await page(query);
  // only the projection writes these tables: a row removed by hand shows whether they are counted
  await test.pool.query(`DELETE FROM ${DEALER_SITES_VIEW}`);
  expect((await page(query)).total).toBe(before.total);
  await runtime.rebuild('dealerSites');
  expect(await page(query)).toEqual(before);
});

it('pages through what a search found', async () => {
  const query = { filter: { q: 'harbor' } };
  const { total } = await page(query, [0, 0]);
  expect(total).toBe(6);
  const whole = (await page(query, [0, 9])).ids;
  for (let first = 0; first < 6; first += 2)
    expect((await page(query, [first, first + 1])).ids).toEqual(whole.slice(first, first + 2));
  expect(await page(query, [6, 9])).toEqual({ ids: [], total: 6 });
});

it(`finds more than ${MOST_IDS} rows page by page`, async () => {
  await test.pool.query(
    `INSERT INTO ${DEALER_SITES_VIEW} SELECT copy.* FROM ${DEALER_SITES_VIEW} AS v, generate_series(1, ${MOST_IDS}) AS n,
       jsonb_populate_record(NULL::${DEALER_SITES_VIEW}, to_jsonb(v) || jsonb_build_object('id', 'copy-' || n)) AS copy
     WHERE v.id = 'ann-0'`,
  );
  const query = { filter: { q: 'harbor' } };
  const seen: string[] = [];
  for (let first = 0; first < MOST_IDS + 6; first += 200) {
    const { ids, total } = await page(query, [first, first + 199]);
    expect(total).toBe(MOST_IDS + 6);
    seen.push(...ids);
  }
  expect(new Set(seen).size).toBe(MOST_IDS + 6);
});

it('keeps nothing that reads other tables', () => {
  expect(stateOf(`SELECT FROM ${DEALER_SITES_VIEW} t`)).toContain('dealerSites');
  expect(stateOf(`SELECT FROM ${DEALER_SITES_VIEW} t JOIN mail_outbox m ON true`)).toBeUndefined();
});
