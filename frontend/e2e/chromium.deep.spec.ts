import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { unpackChromium } from './chromium.ts';

const run = promisify(execFile);

// Proves I8-tests-1
it('Chromium is unpacked completely by two processes at once', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-chromium-'));
  try {
    const unpackAndStart = async () => {
      const path = await unpackChromium(join(folder, 'chromium'));
      return (await run(path, ['--version'])).stdout;
    };
    for (const said of await Promise.all([unpackAndStart(), unpackAndStart()])) {
      expect(said).toMatch(/Chromium \d+/);
    }
    expect(await readdir(folder)).toEqual(['chromium']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
