import { expect, it } from 'vitest';
import { counts } from '../test/counts.ts';
import { bench } from '../test/harness.ts';

it('counts lag from the log itself, so that a stuck log index does not hide it', async () => {
  const { history, start } = await bench();
  let release = () => {};
  let held: Promise<void> | undefined;
  const runtime = await start({
    projections: [counts],
    onFault: (point) => (point === 'beforeWrite' ? held : undefined),
  });
  const indexed = await history.site('acme', 's1');
  await runtime.waitForProjections(['counts', 'logIndex'], indexed);
  const lags = async () =>
    Object.fromEntries((await runtime.status()).map(({ projection, lag }) => [projection, lag]));
  expect(await lags()).toEqual({ counts: 0, logIndex: 0 });

  held = new Promise((resolve) => {
    release = resolve;
  });
  await history.site('acme', 's2');
  await history.site('acme', 's3');
  expect(await lags()).toEqual({ counts: 2, logIndex: 2 });
  for (const one of await runtime.status()) {
    expect(one.caughtUp).toBe(false);
    // The history's events were recorded on 5 January 2026.
    expect(one.lagSeconds).toBeCloseTo((Date.now() - Date.parse('2026-01-05T12:00:00.000Z')) / 1_000, -2);
  }

  release();
  await runtime.caughtUp();
  const status = await runtime.status();
  expect(status.map(({ lag, lagSeconds, caughtUp }) => [lag, lagSeconds, caughtUp])).toEqual([
    [0, 0, true],
    [0, 0, true],
  ]);
});
