import { expect, test } from 'vitest';
import { KeptRows } from './keptRows.ts';
import type { LoadRows, Row } from './table.ts';

const row = (id: string): Row => ({ id });

/** A database with every row, and the keys requested. */
function database() {
  const asked: string[][] = [];
  const load: LoadRows = async (_table, keys) => {
    asked.push([...keys]);
    return new Map(keys.map((key) => [key, { id: key, stored: true }]));
  };
  return { asked, load };
}

const changed = (...keys: string[]) => new Map([['sites', new Map(keys.map((key) => [key, row(key)]))]]);

test('only rows that were neither read nor written here are loaded', async () => {
  const { asked, load } = database();
  const kept = new KeptRows();
  kept.keep(changed('s1'));
  const both = [
    ['s1', { id: 's1' }],
    ['s2', { id: 's2', stored: true }],
  ];
  expect([...(await kept.over(load)('sites', ['s1', 's2']))]).toEqual(both);
  expect([...(await kept.over(load)('sites', ['s1', 's2']))]).toEqual(both);
  await kept.over(load)('users', ['s1']);
  expect(asked).toEqual([['s2'], ['s1']]);
});

// Proves I8-kept
test('a row written after it was read is kept as written', async () => {
  const { load } = database();
  const kept = new KeptRows();
  await kept.over(load)('sites', ['s1']);
  kept.keep(changed('s1'));
  expect((await kept.over(load)('sites', ['s1'])).get('s1')).toEqual({ id: 's1' });
});

test('a missing row is kept as missing until it is written', async () => {
  const kept = new KeptRows();
  const load = kept.over(async () => new Map([['s1', null]]));
  expect((await load('sites', ['s1'])).get('s1')).toBeNull();
  kept.keep(changed('s1'));
  expect((await load('sites', ['s1'])).get('s1')).toEqual({ id: 's1' });
});

test('a removed row is kept as missing', async () => {
  const { asked, load } = database();
  const kept = new KeptRows();
  kept.keep(new Map([['sites', new Map([['s1', null]])]]));
  expect((await kept.over(load)('sites', ['s1'])).get('s1')).toBeNull();
  expect(asked).toEqual([]);
});

test('the least recently used rows are evicted first', async () => {
  const { asked, load } = database();
  const kept = new KeptRows(2);
  kept.keep(changed('s1', 's2'));
  kept.keep(changed('s1'));
  kept.keep(changed('s3'));
  await kept.over(load)('sites', ['s1', 's2', 's3']);
  expect(asked).toEqual([['s2']]);
});
