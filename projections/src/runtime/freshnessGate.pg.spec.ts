import { expect, it } from 'vitest';
import { counts } from '../../test/counts.ts';
import { bench } from '../../test/harness.ts';
import { FreshnessGate } from './freshness.ts';

async function gateOn({ pool, store }: Pick<Awaited<ReturnType<typeof bench>>, 'pool' | 'store'>) {
  return new FreshnessGate({
    pool,
    versions: new Map([['counts', 1]]),
    isLocal: () => true,
    log: { warn: () => {} },
    comparePositions: (a, b) => store.comparePositions(a, b),
  });
}

it('waits again for a projection that was reset meanwhile', async () => {
  const gate = await gateOn(await bench());
  const waiting = gate.wait(['users', 'counts'], '2', { timeoutMs: 100 });
  gate.advance('users', '2');
  gate.forget(['users']);
  gate.advance('counts', '2');
  expect(await waiting).toBe('catching-up');

  const again = gate.wait(['users', 'counts'], '2', { timeoutMs: 5_000 });
  gate.advance('users', '2');
  expect(await again).toBe('fresh');
});

it('ignores checkpoints whose query began before a reset', async () => {
  const test = await bench();
  const runtime = await test.start({ projections: [counts] });
  const position = await test.history.site('acme', 's1');
  await runtime.waitForProjections(['counts'], position);
  const gate = await gateOn(test);
  const reading = gate.readCheckpoints();
  gate.forget(['counts']);
  await reading;
  expect(gate.has('counts', position)).toBe(false);
  await gate.readCheckpoints();
  expect(gate.has('counts', position)).toBe(true);
});
