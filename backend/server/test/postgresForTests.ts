import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embeddedPostgres/startEmbeddedPostgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string; each spec file makes a database of its own in it. */
    postgresUrl: string;
  }
}

interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Several vitest projects of one run share a process: the first setup starts the server, the last teardown ends it. */
const shared = globalThis as { portalTestPostgres?: { users: number; server: Promise<TestPostgres> } };

/**
 * vitest's global setup: PostgreSQL for the specs that inject `postgresUrl`. TEST_DATABASE_URL where that is
 * set, a container where a Docker engine answers, else the embedded PostgreSQL in a folder for temporary files.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.portalTestPostgres ??= { users: 0, server: start() };
  const use = shared.portalTestPostgres;
  use.users += 1;
  const { url } = await use.server;
  project.provide('postgresUrl', url);
  return async () => {
    use.users -= 1;
    if (use.users > 0) return;
    delete shared.portalTestPostgres;
    await (await use.server).stop();
  };
}

async function start(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  return (await dockerAnswers()) ? startContainer() : startEmbedded();
}

async function startContainer(): Promise<TestPostgres> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer('postgres:18-alpine')
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .start();
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}

const MEMORY_DISK = '/dev/shm';
const MEMORY_DISK_MIN_BYTES = 4 * 2 ** 30;

/** Linux's disk in memory where it has room: to create a database there takes a tenth of the time. */
async function folderForData(): Promise<string> {
  const disk = await statfs(MEMORY_DISK).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize >= MEMORY_DISK_MIN_BYTES ? MEMORY_DISK : tmpdir();
}

async function startEmbedded(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(await folderForData(), 'portal-test-postgres-'));
  // As root PostgreSQL runs as another user, which must pass through.
  await chmod(dataDir, 0o711);
  const warn = (message: string) => process.stderr.write(`${message}\n`);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn, error: warn },
    // The folder is thrown away: a kill of PostgreSQL loses nothing without fsync, only a power cut would.
    settings: { fsync: 'off', max_connections: '300' },
  });
  return {
    url: server.superuserConnectionString,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether a Docker engine really answers: the client program alone proves nothing. */
function dockerAnswers(): Promise<boolean> {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  const address = host.startsWith('unix://')
    ? { socketPath: host.slice('unix://'.length) }
    : { host: new URL(host).hostname, port: new URL(host).port };
  return new Promise((resolve) => {
    const ping = request({ ...address, path: '/_ping', timeout: 500 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}
