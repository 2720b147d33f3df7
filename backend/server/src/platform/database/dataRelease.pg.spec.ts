import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { serverMigrations } from '../../app/serverMigrations.ts';
import { migrate } from './migrate.ts';
import { type Presence, showPresence } from './portalPresence.ts';
import { isOlder, RELEASE, releaseName, releaseNumber } from './release.ts';

let database: TestDatabase;
let present: Presence[];

beforeEach(async () => {
  database = await testDatabase({ empty: true });
  present = [];
});
afterEach(async () => {
  for (const one of present) await one.leave();
  await database.close();
});

/** A portal of this release that runs until it leaves; it starts as `openDatabases` does. */
async function start(name: string, beside: string): Promise<Presence> {
  const portal = await showPresence(database.connectionString, `host ${name}`, () => {}, name);
  present.push(portal);
  try {
    await migrate(database, serverMigrations, { name, beside });
  } catch (error) {
    await portal.leave();
    throw error;
  }
  return portal;
}
const recorded = async () => (await database.pool.query('SELECT name, beside FROM data_release')).rows;

// Proves I8-R19
describe('a release', () => {
  it('does not start on data of a release that it does not run beside', async () => {
    await (await start('0.3.0', '0.2.0')).leave();
    await (await start('0.4.0', '0.3.0')).leave();
    await expect(start('0.2.0', '0.2.0')).rejects.toThrow(
      'The data is of release 0.4.0, which runs beside 0.3.0 and later. Release 0.2.0 does not start here (docs/upgrading.md).',
    );
    expect(await recorded()).toEqual([{ name: '0.4.0', beside: '0.3.0' }]);
  });

  it('starts beside the release before, which may start again, and takes back nothing', async () => {
    await start('0.3.0', '0.2.0');
    await start('0.4.0', '0.3.0');
    await start('0.3.0', '0.2.0');
    expect(await recorded()).toEqual([{ name: '0.4.0', beside: '0.3.0' }]);
  });

  it('does not start beside a running one that is too old, and changes nothing', async () => {
    await start('0.2.0', '0.2.0');
    const old = await start('0.3.0', '0.2.0');
    await expect(start('0.4.0', '0.3.0')).rejects.toThrow(
      'A portal of release 0.2.0 is running on this database (host 0.2.0), and release 0.4.0 runs beside 0.3.0 and later only: stop it first (docs/upgrading.md).',
    );
    expect(await recorded()).toEqual([{ name: '0.3.0', beside: '0.2.0' }]);
    await present[0]?.leave();
    await start('0.4.0', '0.3.0');
    await old.leave();
  });

  it('does not start beside release 0.1.0, which shows its presence only', async () => {
    const { rows } = await database.pool.query<{ lock: string }>(
      'SELECT pg_try_advisory_lock_shared(72070) AS lock',
    );
    expect(rows).toEqual([{ lock: true }]);
    await expect(start('0.2.0', '0.2.0')).rejects.toThrow('A portal of release 0.1.0 is running');
  });

  it('of 0.1.0 is refused by its first statement', async () => {
    await start('0.2.0', '0.2.0');
    await expect(
      database.knex.migrate.forceFreeMigrationsLock({ tableName: 'server_migrations' }),
    ).rejects.toThrow(
      'The data is of a later release. Release 0.1.0 does not start here: see docs/upgrading.md of the later one.',
    );
  });
});

describe('the number of a release', () => {
  it('sorts, and gives the name again', () => {
    expect(isOlder('0.9.12', '0.10.0')).toBe(true);
    expect(isOlder('1.0.0', '0.10.0')).toBe(false);
    for (const name of ['0.1.0', '12.30.401']) expect(releaseName(releaseNumber(name))).toBe(name);
    expect(() => releaseNumber('0.2')).toThrow('A release is named major.minor.patch, not 0.2.');
  });

  it("is package.json's and the newest of CHANGELOG.md", () => {
    const root = path.resolve(import.meta.dirname, '../../../../..');
    const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
    expect(JSON.parse(read('package.json')).version).toBe(RELEASE.name);
    const [, name, , beside] = /^\| (\S+) \|([^|]*)\| (\S+) \|$/m.exec(read('CHANGELOG.md')) ?? [];
    expect([name, beside]).toEqual([RELEASE.name, RELEASE.beside === RELEASE.name ? 'none' : RELEASE.beside]);
  });
});
