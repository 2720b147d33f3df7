import { expect, it } from 'vitest';
import { counts } from '../../test/counts.ts';
import { bench, until } from '../../test/harness.ts';
import { watchConnections } from './connections.ts';

const end = 'SELECT pg_terminate_backend($1)';

it('survives the loss of a checked-out connection', async () => {
  const { start, pool, newPool } = await bench();
  const own = newPool();
  // There before the projections are.
  await own.query('SELECT 1');
  const warnings: string[] = [];
  await start({
    projections: [counts],
    run: false,
    pool: own,
    log: { info: () => {}, warn: (_, message) => warnings.push(message), error: () => {} },
  });
  const clients = await Promise.all([own.connect(), own.connect()]);
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await pool.query(end, [rows[0]?.pid]);
    await ended;
  }
  expect(warnings).toEqual(Array(2).fill('A database connection of the projections was lost.'));
  for (const client of clients) client.release(true);
});

it('reports each lost connection once (idle, in use, in a statement) and no other failure', async () => {
  const { pool, newPool } = await bench();
  const own = newPool();
  const lost: string[] = [];
  const unwatch = watchConnections(own, ({ message }) => lost.push(message));
  await expect(own.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(lost).toEqual([]);

  const { rows } = await own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query(end, [rows[0]?.pid]);
  await until(() => lost.length === 1);

  await expect(own.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow('terminating');
  expect(lost).toHaveLength(2);

  const client = await own.connect();
  await expect(client.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  await until(() => lost.length === 3);
  client.release(true);

  unwatch();
  own.on('error', () => {});
  await expect(own.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lost).toHaveLength(3);
});
