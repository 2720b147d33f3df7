import os from 'node:os';
import {
  type Actor,
  type EventMetadata,
  eventMetadataSchema,
  type PortalEvent,
  portalEvents,
} from '@portal/domain';
import {
  type Codec,
  createCodec,
  createCommandHandler,
  type EventStore,
  type KeyRing,
  type Position,
  type RecordedEvent,
} from '@portal/event-store';
import {
  carryPositions,
  dropReplaced,
  type Projections,
  portalProjections,
  startProjections,
  type VerifiedLog,
  type VerifyOptions,
  verifyLog,
} from '@portal/projections';
import type {
  Execute,
  Load,
  PortalEnvelope,
  ReadStream,
  StateAt,
  StateBefore,
} from '../../kernel/execute.ts';
import { createExecutor } from '../../kernel/executor.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import { ReadModelsBehind } from '../../modules/billing/module.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { aroundAppend } from '../../platform/eventStore/aroundAppend.ts';
import { openEventStore, warningOfLogin } from '../../platform/eventStore/openEventStore.ts';
import { FOLLOWER_POSITIONS } from '../../platform/followers/checkpoints.ts';
import { cachedKeyRing } from '../../platform/keyRing/cachedKeyRing.ts';
import { postgresKeyRing } from '../../platform/keyRing/postgresKeyRing.ts';
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { type InstallationKeys, installationKeys } from '../installationKeys.ts';
import { type Databases, openDatabases } from './databases.ts';
import type { Startup } from './startup.ts';

/** Streams read in one statement, and statements at once: while one group is decoded, PostgreSQL reads the next. */
const GROUP = 50;
const GROUPS_AT_ONCE = 2;
/** How long billing waits for lagging read models. */
const UP_TO_DATE_MS = 30_000;

export interface Monitoring {
  readonly metrics: Metrics;
  /** Null unless traces are configured. */
  readonly tracing: Tracing | null;
}

/** The log, the keys of its personal data, and the executor of commands. */
export interface EventLog {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly keyRing: KeyRing;
  readonly keys: InstallationKeys;
  readonly execute: Execute;
  readonly load: Load;
  readonly stateBefore: StateBefore;
  readonly stateAt: StateAt;
  readonly readStream: ReadStream;
  readonly readStreams: ReadStreams;
  /** Streams as they are stored, personal fields encrypted; in the order of the names. */
  readStored(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]>;
  compare(a: Position, b: Position): number;
}

export interface ReadModels {
  readonly projections: Projections;
  /** Waits until these have caught up with the log. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
  /** Compares the whole log with its index and seals. */
  verifyLog(options: VerifyOptions): Promise<VerifiedLog>;
  /** Drops the tables of replaced generations. */
  dropReplaced(): Promise<unknown>;
}

/** What everything else of the portal is built on. */
export interface Core {
  readonly databases: Databases;
  readonly monitoring: Monitoring;
  readonly eventLog: EventLog;
  readonly readModels: ReadModels;
}

/** Connects to databases and event log and starts the projections. */
export async function openCore(startup: Startup): Promise<Core> {
  const databases = await openDatabases(startup);
  const monitoring = await openMonitoring(startup, databases);
  const eventLog = await openEventLog(startup, databases, monitoring);
  const readModels = await startReadModels(startup, databases, monitoring, eventLog);
  return { databases, monitoring, eventLog, readModels };
}

/** Opened first and stopped last, so that everything else is measured. */
async function openMonitoring(
  { settings, onStop }: Startup,
  { database, forProjections }: Databases,
): Promise<Monitoring> {
  const metrics = createMetrics();
  metrics.pool('requests', database.pool);
  metrics.pool('projections', forProjections.pool);
  if (settings.tracing === null) return { metrics, tracing: null };
  // loaded only if configured
  const { openTracing } = await import('../../platform/tracing/openTracing.ts');
  const tracing = openTracing(settings.tracing);
  onStop(() => tracing.stop());
  return { metrics, tracing };
}

/** Opens key ring and event store. If the log was moved, read models and followers continue at the same events. */
async function openEventLog(
  { settings, overrides, now, log, progress, onStop }: Startup,
  databases: Databases,
  monitoring: Monitoring,
): Promise<EventLog> {
  const { databaseUrl, ownerUrl, database, forProjections } = databases;
  const { metrics, tracing } = monitoring;
  const storedKeys = postgresKeyRing(database.pool, settings.keyEncryptionKey);
  await storedKeys.assertOpens();
  const keyRing = cachedKeyRing(storedKeys, Date.now);
  const keys = await installationKeys(keyRing);
  const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
  const { eventStoreUrl } = settings;
  const opened = await openEventStore({ eventStoreUrl, databaseUrl, ownerUrl, log });
  onStop(() => opened.close());
  // fails here if it is unreachable, before a dozen followers do
  await opened.head();
  if (overrides.sharesDatabase !== true) {
    const warning = await warningOfLogin({ eventStoreUrl, databaseUrl });
    if (warning !== null) log.warn(warning);
  }
  const store = aroundAppend(opened, (stream, events, append) => {
    const measured = () => metrics.append(append);
    return tracing === null ? measured() : tracing.append(stream, events, measured);
  });
  await carryPositions(forProjections.pool, store, {
    alsoIn: FOLLOWER_POSITIONS,
    onMoved: () => progress.step('comparing the log with its copy in another store'),
  });
  const handler = createCommandHandler<PortalEvent, Actor>({ store, codec, clock: { now } });
  const { execute, load, stateBefore } = createExecutor(handler, (count) => metrics.appended(count));
  const readGroups = async <Result>(
    streams: readonly string[],
    read: (group: readonly string[]) => Promise<readonly Result[]>,
  ) => {
    const groups = Array.from({ length: Math.ceil(streams.length / GROUP) }, (_, at) =>
      streams.slice(at * GROUP, (at + 1) * GROUP),
    );
    return (await inParallel(groups, GROUPS_AT_ONCE, read)).flat();
  };
  const readStream: ReadStream = async (stream, { personal = true } = {}) =>
    codec.decode(await store.read(stream), { personal });
  const compare = (a: Position, b: Position) => store.comparePositions(a, b);
  return {
    store,
    codec,
    keyRing,
    keys,
    execute: tracing === null ? execute : tracing.execute(execute),
    load,
    stateBefore,
    stateAt: async ({ position }, stream, decider) => {
      const events = await readStream(stream);
      return events
        .filter((one) => compare(one.position, position) <= 0)
        .reduce((state, { event }) => decider.evolve(state, event as never), decider.initialState);
    },
    readStream,
    readStreams: (streams, { personal = true, without } = {}) =>
      readGroups(streams, async (group) => {
        const byStream = new Map(group.map((stream): [string, PortalEnvelope[]] => [stream, []]));
        const recorded = await store.readStreams([...byStream.keys()]);
        for (const envelope of await codec.decode(recorded.flat(), { personal, without }))
          byStream.get(envelope.stream)?.push(envelope);
        return group.map((stream) => byStream.get(stream) ?? []);
      }),
    readStored: (streams) => readGroups(streams, (group) => store.readStreams(group)),
    compare,
  };
}

/** Starts the projections. With the role `projections` it returns once they have caught up. */
async function startReadModels(
  { settings, log, progress, onStop }: Startup,
  databases: Databases,
  monitoring: Monitoring,
  eventLog: EventLog,
): Promise<ReadModels> {
  const { pool } = databases.forProjections;
  const { metrics, tracing } = monitoring;
  const { store, codec } = eventLog;
  const projections = await startProjections({
    store,
    codec,
    pool,
    projections: portalProjections,
    log,
    owner: `${os.hostname()} ${process.pid}`,
    ownerIsGone: OWNER_IS_GONE,
    run: settings.roles.includes('projections'),
    onBatch: (projection, events, startedAt) => {
      metrics.batch(projection, events.length, (Date.now() - startedAt) / 1_000);
      tracing?.batch(projection, events, startedAt);
    },
  });
  onStop(() => projections.stop());
  if (settings.roles.includes('projections')) {
    progress.step('bringing read models up to date');
    await projections.caughtUp(({ done, total }) => progress.replaying(done, total));
  }
  return {
    projections,
    async upToDate(names) {
      const head = await store.head();
      if (head === null) return;
      const freshness = await projections.waitForProjections(names, head, { timeoutMs: UP_TO_DATE_MS });
      if (freshness !== 'fresh') throw new ReadModelsBehind();
    },
    verifyLog: (options) => verifyLog(store, pool, { ...options, alsoIn: FOLLOWER_POSITIONS }),
    dropReplaced: () => dropReplaced(pool, portalProjections),
  };
}
