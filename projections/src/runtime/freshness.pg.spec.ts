import { siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { bench, until } from '../../test/harness.ts';
import { requested } from '../../test/history.ts';
import { anUnknownEvent } from '../../test/unknownEvents.ts';
import { dealerSites } from '../dealerSites/projector.ts';
import { type ProjectionChange, portalProjections, UnknownProjection } from '../index.ts';

it('waits for exactly the projections with handlers for the types', async () => {
  const { history, start } = await bench();
  let released = () => {};
  const held = new Promise<void>((resolve) => {
    released = resolve;
  });
  const runtime = await start({
    onFault: (point, consumer) => (consumer === 'users' && point === 'beforeWrite' ? held : undefined),
  });
  await history.dealer('ann');
  const position = await history.site('acme', 's1');

  expect(await runtime.waitFor({ position, types: ['SiteRequested'] }, { timeoutMs: 10_000 })).toBe('fresh');
  expect(await runtime.waitFor({ position, types: [] })).toBe('fresh');
  const began = performance.now();
  expect(
    await runtime.waitFor({ position, types: ['SiteRequested', 'DealerRegistered'] }, { timeoutMs: 200 }),
  ).toBe('catching-up');
  expect(performance.now() - began).toBeGreaterThan(180);

  const cancelling = new AbortController();
  const cancelled = runtime.waitForProjections(['users'], position, { signal: cancelling.signal });
  cancelling.abort();
  expect(await cancelled).toBe('catching-up');

  const waiting = runtime.waitForProjections(['users'], position, { timeoutMs: 10_000 });
  released();
  expect(await waiting).toBe('fresh');
  expect(() => runtime.waitForProjections(['user'], position)).toThrow(UnknownProjection);
});

it('lets a process wait for one that feeds, also when no message reaches it', async () => {
  const { history, start, pool } = await bench();
  const feeding = await start();
  const asking = await start({ run: false });
  const { accountId } = await history.dealer('ann', 1);
  await asking.caughtUp();
  const position = await history.site(accountId, 's1');
  expect(await asking.waitFor({ position, types: ['SiteRequested'] }, { timeoutMs: 10_000 })).toBe('fresh');

  // Without its listening connection it is left to polling.
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`,
  );
  const later = await history.site(accountId, 's2');
  expect(await asking.waitFor({ position: later, types: ['SiteRequested'] }, { timeoutMs: 10_000 })).toBe(
    'fresh',
  );
  expect((await asking.status()).every(({ owner }) => owner === 'process 1')).toBe(true);
  await feeding.stop();
});

// Proves I8-R19
it('does not take the progress of another version for its own', async () => {
  const { history, start } = await bench();
  const newer = await start({ projections: [{ ...dealerSites, version: dealerSites.version + 1 }] });
  const older = await start({ projections: [dealerSites], run: false });
  const { accountId } = await history.dealer('ann', 1);
  const position = await history.site(accountId, 's1');
  expect(await newer.waitForProjections(['dealerSites'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect(await older.waitForProjections(['dealerSites'], position, { timeoutMs: 300 })).toBe('catching-up');
});

it('passes events that no projection handles, on disk as well', async () => {
  const { history, start, pool } = await bench();
  const runtime = await start();
  await history.addRaw('other-1', anUnknownEvent(), anUnknownEvent());
  const position = history.position;
  expect(
    await runtime.waitForProjections(['users', 'dealerSites', 'logIndex'], position, { timeoutMs: 10_000 }),
  ).toBe('fresh');
  await until(async () => {
    const { rows } = await pool.query(
      'SELECT count(*)::integer AS behind FROM projection_generations WHERE checkpoint IS DISTINCT FROM $1',
      [position],
    );
    return rows[0].behind === 0;
  });
});

it('reports changed accounts in this process and in others', async () => {
  const { history, start } = await bench();
  const here = await start();
  const there = await start({ run: false });
  const seen = { here: new Set<string>(), there: new Set<string>() };
  // notices of one moment come together
  const noteIn =
    (set: Set<string>) =>
    ({ projection, accounts }: ProjectionChange) => {
      for (const account of accounts ?? []) set.add(`${projection} ${account}`);
    };
  here.onChange(noteIn(seen.here));
  const forget = there.onChange(noteIn(seen.there));
  const of = (account: string, lines: ReadonlySet<string>) =>
    [...lines].filter((line) => line.endsWith(` ${account}`)).sort();
  // a process that has just begun hears what follows a moment later
  let warmUps = 0;
  await until(async () => {
    warmUps += 1;
    await history.site('early', `early-${warmUps}`);
    return of('early', seen.there).length > 0;
  });
  const position = await history.add(siteStream('s1'), ['acme'], {
    type: 'SiteRequested',
    data: requested('acme', 's1'),
  });
  await here.waitFor({ position, types: ['SiteRequested'] });
  const expected = portalProjections
    .filter(({ types }) => types.has('SiteRequested'))
    .map(({ name }) => `${name} acme`)
    .sort();
  expect(expected).toContain('dealerSites acme');
  await until(() => of('acme', seen.there).length === expected.length);
  expect(of('acme', seen.here)).toEqual(expected);
  expect(of('acme', seen.there)).toEqual(expected);

  forget();
  await history.site('zenith', 's2');
  await here.caughtUp();
  await until(() => of('zenith', seen.here).length === expected.length);
  expect(of('zenith', seen.there)).toEqual([]);
});
