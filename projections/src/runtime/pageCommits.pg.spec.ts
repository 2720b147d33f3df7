import pg from 'pg';
import { expect, it } from 'vitest';
import { counts } from '../../test/counts.ts';
import { bench } from '../../test/harness.ts';
import { integer, text } from './columns.ts';
import { fenceLiveGeneration, type Page } from './generation.ts';
import { PageCommits } from './pageCommits.ts';
import { rowParts } from './projectionConsumer.ts';
import { defineTable } from './table.ts';

/** Two projections of the same rows, each with its live generation, and a pool that counts its statements. */
async function setUp() {
  const columns = { account_id: text, requests: integer, sites: text };
  const twins = defineTable({ name: 'twins', key: 'account_id', columns });
  const twin = { ...counts, name: 'twin', tables: { counts: twins } };
  const { start, newPool } = await bench();
  await (await start({ projections: [counts, twin] })).stop();
  const pool = newPool();
  let statements = 0;
  const counting = new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name, target) as unknown;
      return (query: pg.QueryConfig) => {
        statements += 1;
        return target.query(query);
      };
    },
  });
  const pageOf = async (projection: typeof counts, accountId: string): Promise<Page> => {
    await pool.query("UPDATE projection_leases SET epoch = 7, until = 'infinity' WHERE projection = $1", [
      projection.name,
    ]);
    const state = await fenceLiveGeneration(pool, projection.name, projection.version, 7n);
    if (state === undefined) throw new Error(`${projection.name} has no live generation.`);
    const row = { account_id: accountId, sites: '', requests: 1 };
    const changed = new Map([['counts', new Map([[accountId, row]])]]);
    return { state, checkpoint: '1', parts: rowParts(projection, state.generation, changed) };
  };
  const accountsIn = async (view: string) =>
    (await pool.query<{ account_id: string }>(`SELECT account_id FROM ${view}_v${counts.version}`)).rows.map(
      (row) => row.account_id,
    );
  return { commits: new PageCommits(counting), twin, pageOf, accountsIn, statements: () => statements };
}

it('writes the pages that are ready together in one statement', async () => {
  const { commits, twin, pageOf, accountsIn, statements } = await setUp();
  const pages = [await pageOf(counts, 'acme'), await pageOf(twin, 'acme')];
  expect(await Promise.all(pages.map((page) => commits.commit(page, false)))).toEqual([true, true]);
  expect(statements()).toBe(1);
  expect([await accountsIn('counts'), await accountsIn('twins')]).toEqual([['acme'], ['acme']]);
});

it('writes the other pages if the generation of one has moved on', async () => {
  const { commits, twin, pageOf, accountsIn } = await setUp();
  const [stale, fresh] = [await pageOf(counts, 'acme'), await pageOf(twin, 'acme')];
  const old = { ...stale, state: { ...stale.state, revision: stale.state.revision + 1n } };
  expect(await Promise.all([old, fresh].map((page) => commits.commit(page, false)))).toEqual([false, true]);
  expect([await accountsIn('counts'), await accountsIn('twins')]).toEqual([[], ['acme']]);
});

it('writes the other pages if the database refuses a value of one', async () => {
  const { commits, twin, pageOf, accountsIn } = await setUp();
  const [refused, fresh] = [await pageOf(counts, 'no\0text'), await pageOf(twin, 'acme')];
  const [one, other] = await Promise.allSettled([refused, fresh].map((page) => commits.commit(page, false)));
  expect(one).toMatchObject({ status: 'rejected', reason: expect.any(pg.DatabaseError) });
  expect(other).toEqual({ status: 'fulfilled', value: true });
  expect([await accountsIn('counts'), await accountsIn('twins')]).toEqual([[], ['acme']]);
});
