import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '../connectionString.ts';
import { EventStoreDbDouble } from './eventStoreDbDouble.ts';

export { clientOf } from '../connectionString.ts';
export { type Cluster, type ClusterNode, clusterForTests } from './clusterForTests.ts';

/** The container's image, also in docker-compose.yml. */
export const EVENTSTORE_IMAGE = 'eventstore/eventstore:24.10.14-jammy';

export interface ServerUnderTest {
  readonly kind: string;
  /** Whether each test has its own log. */
  readonly startsEmpty: boolean;
  /** Whether it is the double in this process. */
  readonly isDouble: boolean;
  forOneTest(): Promise<{ readonly connectionString: string; readonly dispose: () => Promise<void> }>;
  stop(): Promise<void>;
}

/** Servers are shared by all tests of a run; each test has a new double. */
export async function serverForTests(): Promise<ServerUnderTest> {
  const given = process.env.EVENTSTORE_TEST_URL;
  if (given) return shared(`EventStoreDB ${await versionOf(given)}`, given, async () => undefined);
  return (await fromContainer()) ?? doubles();
}

/** Its capabilities are protected members of the client. */
async function versionOf(connectionString: string): Promise<string> {
  const client = clientOf(connectionString) as unknown as {
    readonly capabilities: Promise<{ readonly serverVersion: string }>;
    dispose(): Promise<void>;
  };
  try {
    return (await client.capabilities).serverVersion;
  } finally {
    await client.dispose();
  }
}

function shared(kind: string, connectionString: string, stop: () => Promise<void>): ServerUnderTest {
  const forOneTest = async () => ({ connectionString, dispose: async () => undefined });
  return { kind, startsEmpty: false, isDouble: false, forOneTest, stop };
}

function doubles(): ServerUnderTest {
  return {
    kind: 'test double',
    startsEmpty: true,
    isDouble: true,
    async forOneTest() {
      const double = await EventStoreDbDouble.start();
      return { connectionString: double.connectionString, dispose: () => double.stop() };
    },
    stop: async () => undefined,
  };
}

/** Testcontainers is loaded only if an engine may listen, because it takes a second and longer to fail. */
function engineMayListen(): boolean {
  if (process.env.DOCKER_HOST) return true;
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  return sockets.some((socket) => existsSync(socket));
}

async function fromContainer(): Promise<ServerUnderTest | null> {
  if (!engineMayListen()) return null;
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return null;
  }
  const container = await new GenericContainer(EVENTSTORE_IMAGE)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .withStartupTimeout(120_000)
    .start();
  const address = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  return shared(
    `EventStoreDB ${await versionOf(address)} in a container`,
    address,
    async () => void (await container.stop()),
  );
}
