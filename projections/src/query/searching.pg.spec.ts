import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { type ListQuery, listAccounts, listSites, listUsers } from '../index.ts';

const days = { today: '2026-01-06', billingDate: '2026-02-01' };
let test: Bench;

beforeEach(async () => {
  test = await bench();
  const { history } = test;
  for (const [n, name] of ['cora', 'anna', 'bob', 'dana'].entries()) {
    const { accountId } = await history.dealer(name, name === 'dana' ? undefined : n + 1);
    for (let site = 0; site <= n; site += 1) await history.site(accountId, `${name}-${site}`, { readers: n });
  }
  await (await test.start()).caughtUp();
});

const users = (query: ListQuery) => listUsers(test.pool, query, days);
const sites = (query: ListQuery) => listSites(test.pool, query, days.today);
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('a search', () => {
  // Proves S5-admin-scale-1
  it.each([
    ['users by username', 'username', users],
    ['users by dealer_id', 'dealer_id', users],
    ['users by projected invoice', 'projected_monthly_invoice_cents', users],
    ['sites by site_name', 'site_name', sites],
    ['sites by company_name', 'company_name', sites],
    ['sites by software_version', 'software_version', sites],
  ] as const)('finds the same %s page by page as at once, in the same order', async (_what, field, list) => {
    for (const order of ['ASC', 'DESC'] as const) {
      const asked = { filter: { q: 'security' }, sort: [field, order] } as const;
      const whole = await list(asked);
      expect(whole.rows.length).toBeGreaterThan(0);
      const paged: string[] = [];
      for (let first = 0; first < whole.rows.length; first += 2) {
        const page = await list({ ...asked, range: [first, first + 1] });
        expect(page.total).toBe(whole.total);
        expect(page.rows.length).toBeLessThanOrEqual(2);
        paged.push(...ids(page.rows));
      }
      expect(paged).toEqual(ids(whole.rows));
    }
  });

  // Proves I35-24
  it('ranks names before other matches, the closest first', async () => {
    const { accountId } = await test.history.dealer('maple', 7);
    const names = [
      'Aspen',
      'The Maple Inn',
      'Old Mapleton',
      'Maple Yard',
      'Redmaple',
      'Maple',
      "Maple? 50% 'x'",
    ];
    for (const [n, name] of names.entries())
      await test.history.site(accountId, `maple-${n}`, { siteName: name });
    await (await test.start()).caughtUp();
    const found = async (q: string, range?: readonly [number, number]) =>
      (await sites({ filter: { q }, sort: ['match', 'ASC'], range })).rows.map(({ site_name }) => site_name);
    const best = [
      'Maple',
      'Maple Yard',
      "Maple? 50% 'x'",
      'Old Mapleton',
      'The Maple Inn',
      'Redmaple',
      'Aspen',
    ];
    expect(await found('MAPLE')).toEqual(best);
    expect(await found('Maple', [0, 2])).toEqual(best.slice(0, 3));
    expect(await found("maple? 50% 'X'", [0, 4])).toEqual(["Maple? 50% 'x'"]);
    expect((await found('inn maple', [0, 0]))[0]).toBe('The Maple Inn');
    // too short to rank
    expect((await found('a', [0, 0]))[0]).toBe('Aspen');
    const named = await users({ filter: { q: 'bob' }, sort: ['match', 'ASC'], range: [0, 4] });
    expect(named.total).toBeGreaterThan(0);
    expect((await listAccounts(test.pool, { sort: ['match', 'ASC'] }, days.today)).total).toBe(5);
  });

  // Proves S5-admin-palette-4
  it('ranks an address that begins with the text before a name that contains it', async () => {
    const { accountId } = await test.history.dealer('harbor', 8);
    await test.history.site(accountId, 'h1', { siteName: 'Unit at 12 Harbor', siteAddress: '1 Elm St' });
    await test.history.site(accountId, 'h2', { siteName: 'Depot', siteAddress: '12 Harbor Road, Suite 5' });
    await (await test.start()).caughtUp();
    const named = async (q: string) =>
      (await sites({ filter: { q }, sort: ['match', 'ASC'], range: [0, 1] })).rows[0]?.site_name;
    expect(await named('12 harbor')).toBe('Depot');
    expect(await named('12 Harbor Road, Suite')).toBe('Depot');
    expect(await named('12 Harbor Road, Staten Island')).toBe('Depot');
  });

  it('returns the total past the end and without matches', async () => {
    expect(await users({ filter: { q: 'anna' }, range: [5, 9] })).toEqual({ rows: [], total: 1 });
    expect(await users({ filter: { q: 'nobody' }, range: [0, 9] })).toEqual({ rows: [], total: 0 });
  });

  it('combines with filters and requires every word', async () => {
    const found = async (filter: Readonly<Record<string, unknown>>) =>
      ids((await sites({ filter, range: [0, 9] })).rows);
    expect(await found({ q: 'bob SECURITY' })).toHaveLength(3);
    expect(await found({ q: 'bob anna' })).toEqual([]);
    expect(await found({ q: 'bob', number_of_readers_gte: 3 })).toEqual([]);
    expect(await found({ q: 'bob', company_name: 'bob Security' })).toHaveLength(3);
  });

  // Proves S5-admin-scale-1
  it('finds the same without a trigram index', async () => {
    const all = async (pool = test.pool) => [
      await listSites(pool, { filter: { q: 'anna' }, range: [0, 9] }, days.today),
      await listAccounts(pool, { filter: { q: 'ann' }, range: [0, 9] }, days.today),
    ];
    const indexed = await all();
    expect(indexed.map(({ total }) => total)).toEqual([2, 1]);
    const { rows } = await test.pool.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE '%gin_trgm_ops%'",
    );
    // else there would be nothing to compare with
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const { name } of rows) await test.pool.query(`DROP INDEX ${name}`);
    // nothing is kept for another pool
    expect(await all(test.newPool())).toEqual(indexed);
  });

  it('is indexed in a rebuilt generation', async () => {
    const runtime = await test.start();
    await runtime.rebuild('dealerSites');
    const { rows } = await test.pool.query(
      "SELECT FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE '%dealer_sites%_g2 %gin_trgm_ops%'",
    );
    expect(rows).toHaveLength(1);
  });
});
