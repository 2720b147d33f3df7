import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { underLock, unlessLocked } from '../../platform/database/underLock.ts';
import { createAlerts } from './alerts.ts';
import type { Check } from './check.ts';

const LOCK = 72_963;
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => vi.useRealTimers());
afterAll(() => database.close());

function alertsOf(checks: readonly Check[], machineChecks: readonly Check[] = []) {
  return createAlerts({
    checks,
    machineChecks,
    host: 'one',
    pool: database.pool,
    mail: {
      outbox: { postIn: async () => () => undefined },
      settings: async () => ({
        alert_mail_kinds: [],
        alert_mail_administrators: false,
        alert_addresses: [],
      }),
      administrators: async () => [],
      page: (path) => path,
      timeZone: 'UTC',
    },
    now: () => new Date(),
    unlessElsewhere: (work) => unlessLocked(database, LOCK, work),
    inTurn: (work) => underLock(database, LOCK, work),
    log: { warn: () => undefined },
  });
}

/** A check that answers when it is told to. */
function waiting() {
  let answer = () => {};
  let looks = 0;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return {
    answer: () => answer(),
    looks: () => looks,
    async look() {
      looks += 1;
      await asked;
      return { findings: [], subjects: [] };
    },
  };
}

// Proves I8-alerts-6
it('a disk that does not answer is checked once and blocks no other check', async () => {
  const disk = waiting();
  const mail = vi.fn(async () => []);
  const alerts = alertsOf([{ kind: 'dead_mail', look: mail }], [{ kind: 'low_disk', look: disk.look }]);
  const elsewhere = alertsOf([{ kind: 'dead_mail', look: mail }]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = alerts.watchMachine();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  await eventually(async () => disk.looks() > 0);
  await elsewhere.job.run(new AbortController().signal);
  expect(mail).toHaveBeenCalledOnce();
  expect(disk.looks()).toBe(1);
  await stop();
});

it('a check repeated after a repair does not wait for a card provider that hangs', async () => {
  const provider = waiting();
  const alerts = alertsOf([{ kind: 'stuck_payment', look: async () => (await provider.look()).findings }]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const started = performance.now();
  await alerts.lookAgain(['stuck_payment']);
  expect(provider.looks()).toBe(1);
  expect(performance.now() - started).toBeLessThan(15_000);
  provider.answer();
}, 60_000);
