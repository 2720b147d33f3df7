import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { launchPortal } from './support/portalChild.ts';

// Proves I35-21d
it('npm start logs that PUBLIC_URL has no TLS in production', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-warned-'));
  const secret = () => randomBytes(32).toString('base64');
  const portal = launchPortal(
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://portal.example',
      SESSION_SECRET: secret(),
      KEY_ENCRYPTION_KEY: secret(),
      DATA_DIR: dataDir,
      // nothing listens there: the start goes no further
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    },
    undefined,
    'src/app/main.ts',
  );
  try {
    await eventually(async () => portal.lines.some((line) => line.includes('is unreachable')), 50);
    const warned = portal.lines.filter((line) => line.includes('PUBLIC_URL'));
    expect(warned).toEqual([expect.stringMatching(/"level":40,.*"PUBLIC_URL begins with http:/)]);
  } finally {
    await portal.kill();
    await rm(dataDir, { recursive: true });
  }
});
