import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { EmbeddedPostgres } from '@portal/server/platform/embeddedPostgres/startEmbeddedPostgres.ts';
import { type PortalChild, startPortal } from '@portal/server/test/support/portalChild.ts';
import { ADMIN } from '@portal/server/test/support/testPortal.ts';
import { withPostgres } from '@portal/tools/scratch.ts';
import pg from 'pg';
import type { BenchOptions, BenchResult } from './bench.ts';
import { closeConnections, HttpCaller } from './httpCaller.ts';
import { type OpenLog, openLog } from './openLog.ts';
import { type Proof, proveLog } from './proof.ts';

/** A database of a bench with its log, and the portals on it. */
export interface Place {
  readonly databaseUrl: string;
  readonly postgres: EmbeddedPostgres;
  /** Settings of its portals. */
  readonly environment: Readonly<Record<string, string>>;
  openLog(): Promise<OpenLog>;
  /** Starts a portal in its own process, with cheap password hashes and no limits. It ends with the bench. */
  startPortal(settings?: Readonly<Record<string, string>>): Promise<PortalChild>;
  /**
   * Ends all processes that the bench has started, and proves the log.
   * @param acknowledged positions by type of event
   * @throws Error that names a fault
   */
  prove(acknowledged?: ReadonlyMap<string, readonly string[]>): Promise<Proof>;
  /** Starts another program, which prints its address as a portal does. @param program path from backend/server */
  startProgram(program: string, environment: Readonly<Record<string, string>>): Promise<PortalChild>;
  /** Another database on the same server. @param eventStoreUrl of an EventStoreDB that has its log */
  another(name: string, eventStoreUrl?: string): Promise<Place>;
}

/** Runs a bench on an embedded PostgreSQL with fsync of its own. */
export const onPostgres =
  (run: (place: Place, options: BenchOptions) => Promise<BenchResult>) =>
  (options: BenchOptions): Promise<BenchResult> =>
    withPostgres(async (postgres, folder) => {
      const started: PortalChild[] = [];
      const endAll = async () => {
        closeConnections();
        await Promise.all(started.map(endPortal));
      };
      const placeOf = (name: string, databaseUrl: string, eventStoreUrl: string | null): Place => {
        const key = randomBytes(32);
        const environment = {
          PORT: '0',
          DATABASE_URL: databaseUrl,
          DATA_DIR: path.join(folder, `${name}-data`),
          KEY_ENCRYPTION_KEY: key.toString('base64'),
          ADMIN_PASSWORD: ADMIN.password,
          LOG_LEVEL: 'warn',
          ...(eventStoreUrl === null ? {} : { EVENTSTORE_URL: eventStoreUrl }),
        };
        const startProgram: Place['startProgram'] = async (program, settings) => {
          const child = await startPortal(settings, undefined, program);
          started.push(child);
          return child;
        };
        return {
          databaseUrl,
          postgres,
          environment,
          openLog: () => openLog(databaseUrl, key, eventStoreUrl),
          startPortal: (settings = {}) =>
            startProgram('test/programs/portal.ts', { ...environment, ...settings }),
          startProgram,
          async prove(acknowledged) {
            await endAll();
            options.say('proving the log and the read models');
            return proveLog(await openLog(databaseUrl, key, eventStoreUrl), acknowledged);
          },
          async another(other, itsEventStoreUrl) {
            const admin = new pg.Client(postgres.superuserConnectionString);
            await admin.connect();
            await admin.query(`CREATE DATABASE ${other} TEMPLATE template0 ENCODING 'UTF8'`);
            await admin.end();
            const url = new URL(postgres.superuserConnectionString);
            url.pathname = `/${other}`;
            return placeOf(other, url.href, itsEventStoreUrl ?? null);
          },
        };
      };
      try {
        return await run(placeOf('portal', postgres.connectionString, null), options);
      } finally {
        await endAll();
      }
    });

export async function endPortal(portal: PortalChild): Promise<void> {
  portal.signal('SIGTERM');
  await portal.ended;
}

/** The administrator's session. */
export async function adminAt({ url }: PortalChild): Promise<HttpCaller> {
  const admin = new HttpCaller(url);
  await admin.expect(200, 'POST', '/api/login', { username: ADMIN.username, password: ADMIN.password });
  return admin;
}
