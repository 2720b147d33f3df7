import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHES } from './benches/index.ts';
import { startContender } from './contenderProcess.ts';
import { startFollower } from './followerProcess.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Nothing listens there. */
const NOWHERE = 'postgres://nobody:none@127.0.0.1:1/none';
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
  it('run in processes of their own: nothing imports them, a process is started for each', async () => {
    const bench = path.join(ROOT, 'backend/bench');
    const files = (await readdir(bench, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !/^(peers|node_modules)\//.test(file) && file !== 'peers.spec.ts',
    );
    expect(files).toContain('benches/peers.ts');
    const names = Object.keys((await json(`${PEERS}/package.json`)).dependencies ?? {});
    const imported = (text: string) =>
      [...text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
    for (const file of files) {
      const found = imported(await readFile(path.join(bench, file), 'utf8'));
      expect(
        found.filter((name) => name.includes('/peers/') || names.some((peer) => name.startsWith(peer))),
        file,
      ).toEqual([]);
    }
    // each is named to what starts a process
    const peerFiles = (await readdir(path.join(ROOT, PEERS))).filter(
      (file) => file.endsWith('.ts') && file !== 'peer.ts',
    );
    const texts = await Promise.all(files.map((file) => readFile(path.join(bench, file), 'utf8')));
    for (const file of peerFiles)
      expect(
        texts.filter((text) => text.includes(`'peers/${file}'`)),
        file,
      ).toHaveLength(1);
  });

  // Proves I8-bench-2
  it.each([
    ['a store', () => startContender('peers/castore.ts', NOWHERE, true)],
    ['a follower', () => startFollower('peers/emmettFollower.ts', NOWHERE)],
  ])('are what the process of %s loads', async (_what, start) => {
    // it says what is missing: its package, or with that its database
    await expect(start()).rejects.toThrow(/Cannot find module '@|ECONNREFUSED/);
  });

  // Proves I8-bench-2
  it('are measured by name only', () => {
    const onlyWhenNamed = BENCHES.filter((bench) => bench.onlyWhenNamed === true);
    expect(onlyWhenNamed.map(({ name }) => name)).toEqual(['peers', 'eventstoredb']);
  });
});
