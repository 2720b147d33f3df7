import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { bench } from '../../test/harness.ts';
import type { FaultPoint } from './runner.ts';

class Killed extends Error {}

// Proves I8-R6
it('applies each event exactly once, wherever the owner dies', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  let appended = 0;
  const points: FaultPoint[] = ['beforeWrite', 'afterWrite'];
  for (let death = 0; death < 8; death += 1) {
    let writes = 0;
    let died: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      died = resolve;
    });
    const runtime = await start({
      projections: [counts],
      // Once dead it stays dead: whatever it tries again fails as well.
      onFault: (point, consumer) => {
        if (consumer !== 'counts') return;
        if (point === points[death % 2]) writes += 1;
        if (writes <= death % 3) return;
        died();
        throw new Killed();
      },
    });
    for (let n = 0; n < 5; n += 1) {
      appended += 1;
      await history.site(`account-${appended % 3}`, `s${appended}`);
    }
    await Promise.race([dead, runtime.caughtUp()]);
    await runtime.stop();
  }
  const survivor = await start({ projections: [counts] });
  await survivor.caughtUp();

  const { counts: rows } = await storedRows(counts, pool);
  const sites = (account: number) =>
    Array.from({ length: appended }, (_, n) => n + 1)
      .filter((n) => n % 3 === account)
      .map((n) => `s${n} `);
  expect(rows).toEqual(
    [0, 1, 2].map((n) => ({
      account_id: `account-${n}`,
      requests: sites(n).length,
      sites: sites(n).join(''),
    })),
  );
});

it('continues after the database was unavailable', async () => {
  const { history, start, pool } = await bench({ expectsTrouble: true });
  const runtime = await start({ projections: [counts] });
  await history.site('acme', 's1');
  await runtime.caughtUp();
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const position = await history.site('acme', 's2');
  expect(await runtime.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect((await storedRows(counts, pool)).counts).toMatchObject([{ requests: 2, sites: 's1 s2 ' }]);
});
