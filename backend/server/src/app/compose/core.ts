import os from 'node:os';
import { type Actor, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createCommandHandler, type EventStore, type Position } from '@portal/event-store';
import {
  carryPositions,
  dropReplaced,
  portalProjections,
  startProjections,
  type VerifyOptions,
  verifyLog,
} from '@portal/projections';
import type { PortalEnvelope, ReadStream, StateAt } from '../../kernel/execute.ts';
import { createExecutor } from '../../kernel/executor.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import { ReadModelsBehind } from '../../modules/billing/module.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { openEventStore, warningOfLogin } from '../../platform/eventStore/openEventStore.ts';
import { FOLLOWER_POSITIONS } from '../../platform/followers/checkpoints.ts';
import { cachedKeyRing } from '../../platform/keyRing/cachedKeyRing.ts';
import { postgresKeyRing } from '../../platform/keyRing/postgresKeyRing.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import { installationKeys } from '../installationKeys.ts';
import { type Databases, openDatabases } from './databases.ts';
import type { Startup } from './startup.ts';

/** Streams read in one statement, and statements at once: while one group is decoded, PostgreSQL reads the next. */
const GROUP = 50;
const GROUPS_AT_ONCE = 2;
/** How long billing waits for lagging read models. */
const UP_TO_DATE_MS = 30_000;

/** What everything else of the portal is built on. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** Connects to databases and event log and starts the projections. */
export async function openCore(startup: Startup) {
  const databases = { ...startup, ...(await openDatabases(startup)) };
  const monitored = { ...databases, ...(await openMonitoring(databases)) };
  const logged = { ...monitored, ...(await openEventLog(monitored)) };
  return { ...logged, ...(await startReadModels(logged)) };
}

type Monitored = Startup & Databases & Awaited<ReturnType<typeof openMonitoring>>;

/** Opened first and stopped last, so that everything else is measured. */
async function openMonitoring({ settings, onStop, pool, forProjections }: Startup & Databases) {
  const metrics = createMetrics();
  metrics.pool('requests', pool);
  metrics.pool('projections', forProjections.pool);
  // loaded only if configured
  const tracing =
    settings.tracing === null
      ? undefined
      : (await import('../../platform/tracing/openTracing.ts')).openTracing(settings.tracing);
  if (tracing !== undefined) onStop(() => tracing.stop());
  return { metrics, tracing };
}

/**
 * Opens key ring and event store, and makes the executor of commands. If the log was moved, read models and followers
 * continue at the same events.
 */
async function openEventLog(core: Monitored) {
  const { settings, now, log, databaseUrl, ownerUrl, pool, forProjections, metrics, tracing } = core;
  const storedKeys = postgresKeyRing(pool, settings.keyEncryptionKey);
  await storedKeys.assertOpens();
  const keyRing = cachedKeyRing(storedKeys);
  const keys = await installationKeys(keyRing);
  const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
  const { eventStoreUrl } = settings;
  const store = await openEventStore({ eventStoreUrl, databaseUrl, ownerUrl, log });
  core.onStop(() => store.close());
  // fails here if it is unreachable, before a dozen followers do
  await store.head();
  if (core.overrides.sharesDatabase !== true) {
    const warning = await warningOfLogin({ eventStoreUrl, databaseUrl });
    if (warning !== null) log.warn(warning);
  }
  await carryPositions(forProjections.pool, store, {
    alsoIn: FOLLOWER_POSITIONS,
    onMoved: () => core.progress.step('comparing the log with its copy in another store'),
  });
  const append: EventStore['append'] = (stream, events, expected, until) => {
    const measured = () => metrics.append(() => store.append(stream, events, expected, until));
    return tracing === undefined ? measured() : tracing.append(stream, events, measured);
  };
  const read: EventStore['read'] = (stream, options) => store.read(stream, options);
  const handler = createCommandHandler<PortalEvent, Actor>({
    store: { append, read },
    codec,
    clock: { now },
  });
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
  const readStreams: ReadStreams = (streams, { personal = true, without } = {}) =>
    readGroups(streams, async (group) => {
      const byStream = new Map(group.map((stream): [string, PortalEnvelope[]] => [stream, []]));
      const recorded = await store.readStreams([...byStream.keys()]);
      for (const envelope of await codec.decode(recorded.flat(), { personal, without }))
        byStream.get(envelope.stream)?.push(envelope);
      return group.map((stream) => byStream.get(stream) ?? []);
    });
  const compare = (a: Position, b: Position) => store.comparePositions(a, b);
  const stateAt: StateAt = async ({ position }, stream, decider) => {
    const events = await readStream(stream);
    return events
      .filter((one) => compare(one.position, position) <= 0)
      .reduce((state, { event }) => decider.evolve(state, event as never), decider.initialState);
  };
  return {
    store,
    codec,
    keyRing,
    keys,
    execute: tracing === undefined ? execute : tracing.execute(execute),
    load,
    stateBefore,
    stateAt,
    readStream,
    readStreams,
    /** Streams as they are stored, personal fields encrypted; in the order of the names. */
    readStored: (streams: readonly string[]) => readGroups(streams, (group) => store.readStreams(group)),
    compare,
  };
}

/** Starts the projections. With the role `projections` it returns once they have caught up. */
async function startReadModels(core: Monitored & Awaited<ReturnType<typeof openEventLog>>) {
  const { settings, progress, metrics, tracing, store } = core;
  const { pool } = core.forProjections;
  const run = settings.roles.includes('projections');
  const projections = await startProjections({
    store,
    codec: core.codec,
    pool,
    projections: portalProjections,
    log: core.log,
    owner: `${os.hostname()} ${process.pid}`,
    ownerIsGone: OWNER_IS_GONE,
    run,
    onBatch: (projection, events, startedAt) => {
      metrics.batch(projection, events.length, (Date.now() - startedAt) / 1_000);
      tracing?.batch(projection, events, startedAt);
    },
  });
  core.onStop(() => projections.stop());
  if (run) {
    progress.step('bringing read models up to date');
    await projections.caughtUp(({ done, total }) => progress.replaying(done, total));
  }
  return {
    projections,
    /** Waits until these have caught up with the log. @throws ReadModelsBehind */
    async upToDate(names: readonly string[]): Promise<void> {
      const head = await store.head();
      if (head === null) return;
      const freshness = await projections.waitForProjections(names, head, { timeoutMs: UP_TO_DATE_MS });
      if (freshness !== 'fresh') throw new ReadModelsBehind();
    },
    /** Compares the whole log with its index and seals. */
    verifyLog: (options: VerifyOptions) => verifyLog(store, pool, { ...options, alsoIn: FOLLOWER_POSITIONS }),
    /** Drops the tables of replaced generations. */
    dropReplaced: () => dropReplaced(pool, portalProjections),
  };
}
