import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const START = path.join(import.meta.dirname, '../start.mjs');
/** Loaded before everything else: sends SIGTERM as soon as there is a handler for it. */
const AT_FIRST_HANDLER = `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', (name) => {
    if (name === 'SIGTERM') process.nextTick(() => process.kill(process.pid, name));
  });
`)}`;

// Proves I8-containers-3
it('npm start handles SIGTERM before it loads or creates anything', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-signals-'));
  try {
    const dataDir = path.join(folder, 'data');
    const child = spawn(process.execPath, ['--import', AT_FIRST_HANDLER, START], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect([said, existsSync(dataDir)]).toEqual(['', false]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
