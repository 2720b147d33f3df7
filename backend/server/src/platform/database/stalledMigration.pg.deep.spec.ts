import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RUN } from '../../../test/support/runProgram.ts';
import { testDatabase } from '../../../test/testDatabase.ts';
import { migrate } from './migrate.ts';

// Proves I8-start
test('a portal that hangs in a migration delays another start by at most 30 s', async () => {
  const database = await testDatabase({ empty: true });
  onTestFinished(() => database.close());
  const program = path.join(import.meta.dirname, '../../../test/programs/standsStillWhileMigrating.ts');
  const stalled = spawn(process.execPath, [RUN, program], {
    env: { ...process.env, DATABASE_URL: database.connectionString },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stalled, 'exit');
  try {
    await once(stalled.stdout, 'data');
    stalled.kill('SIGSTOP');
    const table = {
      name: '0001_first',
      up: (knex) => knex.schema.createTable('first', (columns) => void columns.integer('id')),
    } satisfies Parameters<typeof migrate>[1][number];
    expect(await migrate(database, [table])).toEqual(['0001_first']);
  } finally {
    stalled.kill('SIGKILL');
    await ended;
  }
}, 120_000);
