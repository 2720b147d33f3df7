import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export { APPEND_LOCK } from '../postgres/schema.ts';
export {
  type Chance,
  type ChaosSize,
  chanceOf,
  chaosSeed,
  chaosSize,
  FIXED_SEED,
  type Figure,
  type ScenarioId,
  type ScenarioReport,
  scenario,
  sized,
} from './chaos.ts';
export { startTcpProxy, type TcpProxy } from './tcpProxy.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string; each spec file creates its own database. */
    postgresUrl: string;
  }
}

export interface TestDatabase {
  /** A superuser's connection string. */
  readonly connectionString: string;
  /** Drops it, with open connections. */
  drop(): Promise<void>;
}

/** A fresh, empty database on the server that vitest's global setup provides as `postgresUrl`. */
export async function createTestDatabase(serverUrl: string = inject('postgresUrl')): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
