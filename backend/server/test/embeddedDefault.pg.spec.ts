import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ComposedPortal, composePortal } from '../src/app/compose.ts';
import { readSettings } from '../src/app/settings.ts';
import { createLogger } from '../src/platform/http/logger.ts';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import { type PortalWithPostgres, startPortalWithPostgres } from './support/ownPostgres.ts';
import { ADMIN } from './support/testPortal.ts';

/** What `npm start` starts where nothing is set: the portal with a PostgreSQL of its own, whose role is no superuser. */
let started: PortalWithPostgres;
beforeAll(async () => {
  started = await startPortalWithPostgres();
}, 120_000);
afterAll(() => started.close());

it('runs its own maintenance from the start, without alerts', async () => {
  const { portal } = started;
  const admin = new HttpClient(portal.url);
  const login = { username: ADMIN.username, password: ADMIN.password };
  expect((await admin.post('/api/login', login)).status).toBe(200);
  await eventually(
    async () =>
      /^portal_duty_duration_seconds_count\{duty="alerts",outcome="done"\} [1-9]/m.test(
        (await admin.get('/metrics')).text,
      ),
    60,
  );
  expect(portal.lines.filter((line) => line.includes('a check failed'))).toEqual([]);
});

// Proves I8-containers-3
it('stopped while it prepares PostgreSQL, leaves no process and no partial data', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stopped-'));
  try {
    await chmod(dataDir, 0o711);
    let stopped: Promise<void> | undefined;
    const portal: ComposedPortal = composePortal(await readSettings({ DATA_DIR: dataDir, PORT: '0' }), {
      log: createLogger('silent'),
      progress: {
        step: () => {
          stopped ??= portal.stop();
        },
        replaying: () => undefined,
      },
    });
    await expect(portal.start()).rejects.toThrow();
    await stopped;
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.new'))).toEqual([]);
    expect(await readdir(path.join(dataDir, 'postgres', 'data'))).not.toContain('postmaster.pid');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
