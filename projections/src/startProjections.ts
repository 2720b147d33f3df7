import { setMaxListeners } from 'node:events';
import { type EventStore, Leases, type LeaseTable, type Position } from '@portal/event-store';
import type { Pool } from 'pg';
import { logIndexConsumer } from './logIndex/indexer.ts';
import { safeInteger } from './runtime/columns.ts';
import { watchConnections } from './runtime/connections.ts';
import type { Consumer } from './runtime/consumer.ts';
import type { PortalCodec } from './runtime/decoding.ts';
import type { Projection } from './runtime/definition.ts';
import { type Freshness, FreshnessGate } from './runtime/freshness.ts';
import type { Log } from './runtime/log.ts';
import { PageCommits } from './runtime/pageCommits.ts';
import { projectionConsumer } from './runtime/projectionConsumer.ts';
import { type RebuildOptions, rebuild } from './runtime/rebuild.ts';
import { type BatchListener, type FaultPoint, Runner } from './runtime/runner.ts';
import { migrate } from './runtime/schema.ts';
import { selectColumn } from './runtime/select.ts';
import { type ProjectionChange, Signals } from './runtime/signals.ts';
import { Tail } from './runtime/tail.ts';
import { type Unparked, unpark } from './runtime/unpark.ts';
import { type ProjectionStatus, readStatus } from './status.ts';

const CAUGHT_UP_REPORT_MS = 100;

export interface ProjectionsOptions {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  /** Used by projections only, so that requests can't delay leases. One connection listens, a rebuild takes another. */
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly log: Log;
  /** Owner of leases in the status, e.g. host and process id. */
  readonly owner: string;
  /** See `Leases`. */
  readonly ownerIsGone?: string | undefined;
  /** Whether this process feeds projections, or only waits for and reads them. */
  readonly run: boolean;
  /** Tests make consumers fail here by throwing. */
  readonly onFault?: (point: FaultPoint, consumer: string) => void | Promise<void>;
  /** Called after each batch, for metrics and traces; must be quick and not throw. */
  readonly onBatch?: BatchListener | undefined;
}

export interface WaitOptions {
  /** Default 2,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The running projections of one process. */
export interface Projections {
  /** Waits until the projections with handlers for these event types have passed a position. */
  waitFor(
    appended: { readonly position: Position; readonly types: Iterable<string> },
    options?: WaitOptions,
  ): Promise<Freshness>;
  /** Waits until these projections (or `logIndex`) have passed a position, as a query with X-Read-After does. */
  waitForProjections(names: Iterable<string>, position: Position, options?: WaitOptions): Promise<Freshness>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** @throws RebuildRunning; EventsLost; UnknownProjection */
  rebuild(name: string, options?: RebuildOptions): Promise<void>;
  /** @throws UnknownProjection */
  unpark(name: string, key: string): Promise<Unparked>;
  /** Calls back after rows have changed, in this process or another. @returns a function that ends it */
  onChange(listener: (change: ProjectionChange) => void): () => void;
  /** Resolves when all projections have passed the current end of the log. */
  caughtUp(
    onProgress?: (progress: { readonly done: number; readonly total: number }) => void,
    options?: { readonly signal?: AbortSignal },
  ): Promise<void>;
  /** Stops after the running batch and releases the leases, so that another process continues at once. */
  stop(): Promise<void>;
}

export class UnknownProjection extends Error {
  constructor(name: string, known: readonly string[]) {
    super(`There is no projection ${name}; there are ${known.join(', ')}.`);
    this.name = 'UnknownProjection';
  }
}

/** Migrates the tables, then follows the log (with `run`) until stopped. */
export async function startProjections(options: ProjectionsOptions): Promise<Projections> {
  const { store, codec, pool, log, projections } = options;
  const consumers: readonly Consumer[] = [logIndexConsumer(), ...projections.map(projectionConsumer)];
  const names = consumers.map(nameOf);
  if (new Set(names).size !== names.length)
    throw new Error(`Two projections have one name: ${names.join(', ')}.`);
  const versions = new Map(consumers.map(({ name, version }) => [name, version]));
  const listeners = new Set<(change: ProjectionChange) => void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  // one listener per projection, more than Node's warning limit
  setMaxListeners(0, signal);

  let onLost = () => {};
  const unwatch = watchConnections(pool, (error) => {
    log.warn({ err: error }, 'A database connection of the projections was lost.');
    onLost();
  });
  await migrate(pool, projections, [logIndexConsumer()]);

  const notify = (change: ProjectionChange) => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error({ err: error }, 'A listener for changed projections failed.');
      }
    }
  };
  const runners: Runner[] = [];
  const commits = new PageCommits(pool);
  const isLocal = (name: string) =>
    runners.some(({ consumer, epoch }) => consumer.name === name && epoch !== undefined);
  const gate = new FreshnessGate({
    pool,
    versions,
    isLocal,
    log,
    comparePositions: (a, b) => store.comparePositions(a, b),
  });
  const signals = new Signals({
    pool,
    log,
    onChange: notify,
    onFreed: () => leases.freed(),
  });
  const tail = new Tail({
    store,
    codec,
    log,
    signal,
    decodedTypes: (personal) => typesOf(consumers.filter((consumer) => consumer.personal === personal)),
    deliver: (page) => {
      for (const runner of runners) runner.offer(page);
    },
  });
  for (const consumer of options.run ? consumers : []) {
    runners.push(
      new Runner(consumer, {
        store,
        codec,
        pool,
        commits,
        log,
        tailNext: () => tail.next,
        onProgress: (name, position, reset) => {
          if (reset) gate.forget([name]);
          gate.advance(name, position);
        },
        onChange: (projection, accounts, position) => {
          const change = { projection, accounts, position };
          signals.changed(change);
          notify(change);
        },
        onFault: options.onFault,
        onBatch: options.onBatch,
      }),
    );
  }
  onLost = () => {
    // commits that did not wait for the disk may be lost, rows and checkpoints together
    gate.forget(names);
    for (const runner of runners) runner.reload();
  };
  const leases = new Leases({
    pool,
    table: PROJECTION_LEASES,
    leased: runners,
    owner: options.owner,
    ownerIsGone: options.ownerIsGone,
    log,
    onTrouble: () => onLost(),
  });
  await signals.listen();
  await gate.readCheckpoints();
  const leasing = options.run ? leases.run(signal) : Promise.resolve();
  const working = options.run ? [tail.run(), ...runners.map((runner) => runner.run(signal))] : [];

  const projectionNamed = (name: string): Projection => {
    const found = projections.find((projection) => projection.name === name);
    if (found === undefined) throw new UnknownProjection(name, projections.map(nameOf));
    return found;
  };

  return {
    waitFor: ({ position, types }, wait) => {
      const wanted = [...types];
      const affected = projections.filter((projection) => wanted.some((type) => projection.types.has(type)));
      return gate.wait(affected.map(nameOf), position, wait);
    },
    waitForProjections: (wanted, position, wait) => {
      const list = [...wanted];
      const unknown = list.find((name) => !versions.has(name));
      if (unknown !== undefined) throw new UnknownProjection(unknown, names);
      return gate.wait(list, position, wait);
    },
    status: () => readStatus(store, pool, versions),
    rebuild: async (name, rebuildOptions) => {
      const projection = projectionNamed(name);
      await rebuild({ store, codec, pool }, projection, rebuildOptions);
      log.info({ projection: name }, `Projection ${name} was rebuilt.`);
    },
    unpark: async (name, key) => {
      const unparked = await unpark({ store, codec, pool }, projectionNamed(name), key);
      const position = await store.head();
      if (position !== null && unparked.accounts.length > 0) {
        const change = { projection: name, accounts: unparked.accounts, position };
        signals.changed(change);
        notify(change);
      }
      return unparked;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    caughtUp: async (onProgress, wait = {}) => {
      const head = await store.head();
      if (head === null) return;
      const total = onProgress && options.run ? await countBehind(pool, consumers) : 0;
      const before = sum(runners);
      const report = () => {
        const done = sum(runners) - before;
        onProgress?.({ done, total: Math.max(total, done) });
      };
      const reporting = onProgress && setInterval(report, CAUGHT_UP_REPORT_MS);
      const end = wait.signal ? AbortSignal.any([wait.signal, signal]) : signal;
      const freshness = await gate.wait(names, head, { timeoutMs: Number.POSITIVE_INFINITY, signal: end });
      clearInterval(reporting);
      if (freshness !== 'fresh') throw new Error('Stopped before the projections had caught up.');
      report();
    },
    stop: async () => {
      if (signal.aborted) return;
      stopping.abort();
      await Promise.all([leasing, ...working]);
      gate.close();
      const freed = await leases.release().catch(() => false);
      if (freed) await signals.freed().catch(() => undefined);
      await signals.stop();
      unwatch();
    },
  };
}

const PROJECTION_LEASES: LeaseTable = {
  table: 'projection_leases',
  key: [
    ['projection', 'text'],
    ['version', 'integer'],
  ],
  until: 'until',
  makesRows: false,
};

const typesOf = (consumers: readonly Consumer[]): ReadonlySet<string> =>
  new Set(consumers.flatMap(({ types }) => [...(types ?? [])]));

const nameOf = ({ name }: { readonly name: string }) => name;

const sum = (runners: readonly Runner[]) => runners.reduce((total, { processed }) => total + processed, 0);

/** Events that these consumers have not processed, according to the log index. */
async function countBehind(pool: Pool, consumers: readonly Consumer[]): Promise<number> {
  let total = 0;
  for (const { name, version, types } of consumers) {
    if (types === null) continue;
    const [behind = 0] = await selectColumn(
      pool,
      safeInteger,
      `SELECT count(*) FROM log_index i, projection_generations g
       WHERE g.projection = $1 AND g.version = $2 AND g.state = 'live'
         AND i.position > coalesce(g.checkpoint, '') AND i.type = ANY($3::text[])`,
      [name, version, [...types]],
    );
    total += behind;
  }
  return total;
}
