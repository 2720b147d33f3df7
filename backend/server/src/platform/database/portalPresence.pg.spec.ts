import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import {
  DatabaseTaken,
  PortalsRunning,
  type Presence,
  showPresence,
  takeDatabaseAlone,
} from './portalPresence.ts';

let database: TestDatabase;
const present: Presence[] = [];

beforeEach(async () => {
  database = await testDatabase({ empty: true });
});
afterEach(async () => {
  for (const one of present.splice(0)) await one.leave();
  await database.close();
});

const enter = async (who: string, onTrouble = (_: Error) => {}) => {
  const one = await showPresence(database.connectionString, who, onTrouble);
  present.push(one);
  return one;
};
const alone = () => takeDatabaseAlone(database.connectionString);

describe('exclusive use of a database', () => {
  // Proves I8-move-2
  it('is refused while portals run, naming them, and prevents new ones', async () => {
    const [one, two] = [await enter('north 1'), await enter('south 2')];
    await expect(alone()).rejects.toThrow(PortalsRunning);
    await expect(alone()).rejects.toThrow(
      '2 portals are running on this database (north 1, south 2): stop them first.',
    );
    await one.leave();
    await expect(alone()).rejects.toThrow('A portal is running on this database (south 2): stop it first.');
    await two.leave();

    const taken = await alone();
    await expect(enter('north 1')).rejects.toThrow(DatabaseTaken);
    await expect(alone()).rejects.toThrow(PortalsRunning);
    await taken.leave();
    await enter('north 1');
  });

  it('is refused while a portal runs that has just lost its connection', async () => {
    const trouble: Error[] = [];
    await enter('north 1', (error) => trouble.push(error));
    const sessions = async () =>
      (
        await database.pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid)
           WHERE application_name = 'portal north 1' AND datname = current_database()
             AND locktype = 'advisory' AND granted`,
        )
      ).rows.map(({ pid }) => pid);
    const [before] = await sessions();
    await database.pool.query('SELECT pg_terminate_backend($1)', [before]);
    await eventually(async () => (await sessions()).some((pid) => pid !== before));
    await expect(alone()).rejects.toThrow('(north 1)');
    expect(trouble).toEqual([]);
  });

  it('waits for a portal that is stopping', async () => {
    const one = await enter('north 1');
    const taking = alone();
    setTimeout(() => void one.leave(), 300);
    await (await taking).leave();
  });
});
