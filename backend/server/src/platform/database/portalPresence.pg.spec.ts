import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { testDatabase } from '../../../test/testDatabase.ts';
import {
  DatabaseTaken,
  PortalsRunning,
  type Presence,
  showPresence,
  takeDatabaseAlone,
} from './portalPresence.ts';

/** A database of the test's own, with what portals and movers do on it. */
async function ownDatabase(onTestFinished: (clean: () => Promise<void>) => void) {
  const database = await testDatabase({ empty: true });
  const present: Presence[] = [];
  onTestFinished(async () => {
    for (const one of present) await one.leave();
    await database.close();
  });
  return {
    pool: database.pool,
    async enter(who: string, onTrouble = (_: Error) => {}) {
      const one = await showPresence(database.connectionString, who, onTrouble);
      present.push(one);
      return one;
    },
    alone: () => takeDatabaseAlone(database.connectionString),
  };
}

// concurrent: a refusal takes 2 s
describe.concurrent('exclusive use of a database', () => {
  // Proves I8-move-2
  it('is refused while portals run, naming them, and prevents new ones', async ({ onTestFinished }) => {
    const { enter, alone } = await ownDatabase(onTestFinished);
    const [one, two] = [await enter('north 1'), await enter('south 2')];
    const refused = alone();
    await expect(refused).rejects.toThrow(PortalsRunning);
    await expect(refused).rejects.toThrow(
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

  it('is refused while a portal runs that has just lost its connection', async ({ onTestFinished }) => {
    const { pool, enter, alone } = await ownDatabase(onTestFinished);
    const trouble: Error[] = [];
    await enter('north 1', (error) => trouble.push(error));
    const sessions = async () =>
      (
        await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid)
           WHERE application_name = 'portal north 1' AND datname = current_database()
             AND locktype = 'advisory' AND granted`,
        )
      ).rows.map(({ pid }) => pid);
    const [before] = await sessions();
    await pool.query('SELECT pg_terminate_backend($1)', [before]);
    await eventually(async () => (await sessions()).some((pid) => pid !== before));
    await expect(alone()).rejects.toThrow('(north 1)');
    expect(trouble).toEqual([]);
  });

  it('waits for a portal that is stopping', async ({ onTestFinished }) => {
    const { enter, alone } = await ownDatabase(onTestFinished);
    const one = await enter('north 1');
    const taking = alone();
    setTimeout(() => void one.leave(), 300);
    await (await taking).leave();
  });
});
