import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbDouble } from './eventStoreDbDouble.ts';

/** The image the container is made from, and the one docker-compose.yml names. */
export const EVENTSTORE_IMAGE = 'eventstore/eventstore:24.10.4-jammy';

export interface ServerUnderTest {
  readonly kind: string;
  /** Whether each test gets a log of its own. */
  readonly startsEmpty: boolean;
  /** Whether it is no EventStoreDB but the double in this process. */
  readonly isDouble: boolean;
  forOneTest(): Promise<{ readonly connectionString: string; readonly dispose: () => Promise<void> }>;
  stop(): Promise<void>;
}

/** Kept servers are shared by all tests of a run; the double is made anew for each. */
export async function serverForTests(): Promise<ServerUnderTest> {
  const given = process.env.EVENTSTORE_TEST_URL;
  if (given) return shared('the server of EVENTSTORE_TEST_URL', given, async () => undefined);
  return (await fromContainer()) ?? doubles();
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

/** Testcontainers takes a second to load and longer to give up, so it is asked only where an engine may listen. */
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
  return shared(`container ${EVENTSTORE_IMAGE}`, address, async () => void (await container.stop()));
}
