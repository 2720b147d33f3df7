import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHES } from './benches/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PEERS = 'backend/bench/peers';
const json = async (file: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(ROOT, file), 'utf8'));

describe('the peers', () => {
  // Proves I8-bench-2
  it('are no dependencies of the portal, and their lock file names no registry', async () => {
    const peers = Object.keys((await json(`${PEERS}/package.json`)).dependencies ?? {});
    expect(peers).toHaveLength(4);
    const { packages } = await json('package-lock.json');
    const installed = Object.keys(packages ?? {});
    expect(installed).toContain('node_modules/pg');
    expect(
      peers.filter((name) => installed.some((folder) => folder.endsWith(`node_modules/${name}`))),
    ).toEqual([]);

    const lock = await readFile(path.join(ROOT, PEERS, 'package-lock.json'), 'utf8');
    for (const name of peers) expect(lock).toContain(`"node_modules/${name}"`);
    expect(lock).not.toContain('"resolved"');
  });

  // Proves I8-bench-2
  it('are measured by name only', () => {
    const onlyWhenNamed = BENCHES.filter((bench) => bench.onlyWhenNamed === true);
    expect(onlyWhenNamed.map(({ name }) => name)).toEqual(['peers', 'eventstoredb']);
  });
});
