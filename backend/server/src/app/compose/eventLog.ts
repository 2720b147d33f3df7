import { type Actor, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createCommandHandler, type Position } from '@portal/event-store';
import { carryPositions } from '@portal/projections';
import type { PortalEnvelope, ReadStream } from '../../kernel/execute.ts';
import { createExecutor } from '../../kernel/executor.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import { aroundAppend } from '../../platform/eventStore/aroundAppend.ts';
import { openEventStore, warningOfLogin } from '../../platform/eventStore/openEventStore.ts';
import { FOLLOWER_POSITIONS } from '../../platform/followers/checkpoints.ts';
import { cachedKeyRing } from '../../platform/keyRing/cachedKeyRing.ts';
import { postgresKeyRing } from '../../platform/keyRing/postgresKeyRing.ts';
import { installationKeys } from '../installationKeys.ts';
import type { EventLog, Parts } from './parts.ts';
import type { Startup } from './startup.ts';

/** Streams read in one statement, and statements at once: while one group is decoded, PostgreSQL reads the next. */
const GROUP = 50;
const GROUPS_AT_ONCE = 2;

/** Opens key ring and event store. If the log was moved, read models and followers continue at the same events. */
export async function openEventLog(
  { settings, overrides, now, log, progress, onStop }: Startup,
  { databases, monitoring }: Pick<Parts, 'databases' | 'monitoring'>,
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
