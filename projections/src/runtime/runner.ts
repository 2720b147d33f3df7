import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, type Leased, type Position, type RecordedEvent, Wake } from '@portal/event-store';
import type { Pool } from 'pg';
import type { Batch, Consumer } from './consumer.ts';
import { isMissingTable } from './databaseErrors.ts';
import type { PortalCodec } from './decoding.ts';
import { fenceLiveGeneration, type GenerationState, written } from './generation.ts';
import { inHalves, type WriteEvents } from './inHalves.ts';
import type { Log } from './log.ts';
import type { PageCommits } from './pageCommits.ts';
import { batchOfOwnPage, batchOfTailPages, type TailPage } from './tail.ts';

/** Events per transaction: more cost memory and gain nothing. */
const BATCH_EVENTS = 5_000;
/** Tail events kept for a busy consumer; beyond that it reads by itself. */
const INBOX_EVENTS = 20_000;
/** How often a checkpoint that only passed ignored events is written; losing it costs no rows. */
const IDLE_CHECKPOINT_MS = 1_000;
const RETRY_MS = 250;

/** Where tests let a consumer fail. */
export type FaultPoint = 'beforeWrite' | 'afterWrite';

/** Called when a batch is in a consumer's rows; `startedAt`: epoch milliseconds. */
export type BatchListener = (consumer: string, events: readonly RecordedEvent[], startedAt: number) => void;

export interface RunnerOptions {
  readonly store: EventStore;
  readonly codec: PortalCodec;
  readonly pool: Pool;
  readonly commits: PageCommits;
  readonly log: Log;
  readonly tailNext: () => Position | null | undefined;
  /** `reset`: the position was read from the database and may be lower than before. */
  readonly onProgress: (consumer: string, position: Position | null, reset: boolean) => void;
  readonly onChange: (consumer: string, accounts: readonly string[], position: Position) => void;
  readonly onFault?: ((point: FaultPoint, consumer: string) => void | Promise<void>) | undefined;
  readonly onBatch?: BatchListener | undefined;
}

/** Another owner or generation has taken over: the prepared batch is discarded. */
class Fenced extends Error {}

/** Follows the log for one consumer while this process holds its lease. */
export class Runner implements Leased {
  readonly consumer: Consumer;
  readonly lease: Leased['lease'];
  /** Events of its types processed since the start. */
  processed = 0;
  readonly #options: RunnerOptions;
  readonly #wake = new Wake();
  #epoch: bigint | undefined;
  #state: GenerationState | undefined;
  /** Number of reloads; a state whose query began before the last one is ignored. */
  #reloads = 0;
  /** Position up to which the rows are complete; at or after the written checkpoint. */
  #seen: Position | null = null;
  /**
   * Asleep with a checkpoint to write soon, so that pages of other types are passed without waking: most pages concern
   * few consumers.
   */
  #isPassing = false;
  #inbox: TailPage[] = [];
  #inboxEvents = 0;

  constructor(consumer: Consumer, options: RunnerOptions) {
    this.consumer = consumer;
    this.lease = [consumer.name, consumer.version];
    this.#options = options;
  }

  get epoch(): bigint | undefined {
    return this.#epoch;
  }

  setEpoch(epoch: bigint | undefined): void {
    if (this.#epoch === epoch) return;
    this.#epoch = epoch;
    this.#state = undefined;
    this.#wake.call();
  }

  /**
   * Reloads the checkpoint: a database that crashed may have lost the last rows together with it.
   */
  reload(): void {
    this.#reloads += 1;
    this.#state = undefined;
    this.#wake.call();
  }

  offer(page: TailPage): void {
    if (this.#epoch === undefined) return;
    const isNext = this.#state !== undefined && page.from === this.#seen;
    if (this.#isPassing && isNext && !page.events.some((event) => this.#isOwn(event))) {
      this.#pass(page.next);
      return;
    }
    if (this.#inboxEvents > INBOX_EVENTS) this.#clearInbox();
    this.#inbox.push(page);
    this.#inboxEvents += page.events.length;
    this.#wake.call();
  }

  /** Works until the signal aborts; after a failure it continues from the written checkpoint. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake.call(), { once: true });
    while (!signal.aborted) {
      try {
        if (!(await this.#step())) {
          this.#isPassing = this.#isBehindOnDisk();
          await this.#wake.sleep(this.#isPassing ? IDLE_CHECKPOINT_MS : undefined);
          this.#isPassing = false;
        } else if (this.consumer.pauseMs !== undefined) await sleep(this.consumer.pauseMs);
      } catch (error) {
        const generation = this.#state?.generation;
        this.#state = undefined;
        if (error instanceof Fenced || (await this.#wasReplaced(error, generation))) continue;
        this.#options.log.error(
          { err: error, projection: this.consumer.name },
          `Projection ${this.consumer.name} failed; trying again from its checkpoint.`,
        );
        if (!signal.aborted) await sleep(RETRY_MS);
      }
    }
    await this.#writeIdleCheckpoint().catch(() => undefined);
  }

  /** @returns whether there may be more to do at once */
  async #step(): Promise<boolean> {
    const epoch = this.#epoch;
    if (epoch === undefined) {
      this.#clearInbox();
      return false;
    }
    if (this.#state === undefined && !(await this.#load(epoch))) return false;
    const batch = await this.#nextBatch();
    if (batch === undefined) {
      await this.#writeIdleCheckpoint();
      return false;
    }
    if (this.#state === undefined) return true;
    await this.#apply(batch);
    return true;
  }

  /**
   * Loads the live generation.
   * @returns false if the lease was lost, or a reload was requested meanwhile
   */
  async #load(epoch: bigint): Promise<boolean> {
    const { pool, onProgress } = this.#options;
    const reloads = this.#reloads;
    const state = await fenceLiveGeneration(pool, this.consumer.name, this.consumer.version, epoch);
    if (this.#epoch !== epoch || this.#reloads !== reloads) return false;
    if (state === undefined) {
      this.#epoch = undefined;
      return false;
    }
    this.#state = state;
    this.#seen = state.checkpoint;
    onProgress(this.consumer.name, state.checkpoint, true);
    return true;
  }

  /** Whether the error is due to tables that a rebuild has replaced, which is no failure. */
  async #wasReplaced(error: unknown, generation: number | undefined): Promise<boolean> {
    const epoch = this.#epoch;
    if (!isMissingTable(error) || epoch === undefined) return false;
    const loaded = await this.#load(epoch).catch(() => false);
    return loaded && this.#state?.generation !== generation;
  }

  async #nextBatch(): Promise<Batch | undefined> {
    const { store, codec, tailNext } = this.#options;
    while (this.#inbox[0] !== undefined && !this.#isAfterSeen(this.#inbox[0].next)) this.#takePage();
    const first = this.#inbox[0];
    if (first !== undefined && !this.#isAfterSeen(first.from)) {
      const pages: TailPage[] = [];
      let events = 0;
      while (
        this.#inbox[0] !== undefined &&
        (pages.length === 0 || events + this.#inbox[0].events.length <= BATCH_EVENTS)
      ) {
        const page = this.#takePage();
        events += page.events.length;
        pages.push(page);
      }
      return batchOfTailPages(pages, (position) => this.#isAfterSeen(position));
    }
    const end = tailNext();
    if (first === undefined && end !== undefined && !this.#isAfterSeen(end)) return undefined;
    const { types } = this.consumer;
    const page = await store.readAll(this.#seen, {
      limit: BATCH_EVENTS,
      types: types === null ? undefined : [...types],
    });
    return this.#isAfterSeen(page.next) ? batchOfOwnPage(page, codec) : undefined;
  }

  #takePage(): TailPage {
    const page = this.#inbox.shift() as TailPage;
    this.#inboxEvents -= page.events.length;
    return page;
  }

  #clearInbox(): void {
    this.#inbox = [];
    this.#inboxEvents = 0;
  }

  #isAfterSeen(position: Position | null): boolean {
    if (position === null) return false;
    return this.#seen === null || this.#options.store.comparePositions(position, this.#seen) > 0;
  }

  async #apply(batch: Batch): Promise<void> {
    const events = batch.events.filter((event) => this.#isOwn(event));
    const write: WriteEvents = (...part) => this.#commit(batch, ...part);
    if (events.length === 0) this.#pass(batch.next);
    else if (this.consumer.types === null) await write(events, batch.next, new Map());
    else await inHalves(write, events, batch.next);
    this.processed += events.length;
  }

  #isOwn({ type }: RecordedEvent): boolean {
    return this.consumer.types?.has(type) ?? true;
  }

  /** Moves past events of other types. */
  #pass(next: Position | null): void {
    this.#seen = next;
    this.#options.onProgress(this.consumer.name, next, false);
  }

  async #commit(batch: Batch, ...[events, next, poison]: Parameters<WriteEvents>): Promise<void> {
    const { pool, commits, onFault, onProgress, onChange, log } = this.#options;
    const state = this.#state;
    if (state === undefined) throw new Fenced();
    const { name } = this.consumer;
    const startedAt = Date.now();
    const prepared = await this.consumer.prepare(pool, state, batch, events, poison);
    await onFault?.('beforeWrite', name);
    const page = { state, checkpoint: next, parts: prepared.parts };
    if (!(await commits.commit(page, this.consumer.durable))) throw new Fenced();
    this.#options.onBatch?.(name, events, startedAt);
    await onFault?.('afterWrite', name);
    prepared.written?.();
    if (prepared.parks.length > 0) {
      log.error(
        { projection: name, parked: prepared.parks },
        `Projection ${name} parked ${prepared.parks.join(', ')}.`,
      );
    }
    if (this.#state !== state) throw new Fenced();
    this.#state = written(state, next, prepared.parks);
    this.#seen = next;
    onProgress(name, next, false);
    if (next !== null && prepared.accounts !== null) onChange(name, prepared.accounts, next);
  }

  #isBehindOnDisk(): boolean {
    return this.#state !== undefined && this.#state.checkpoint !== this.#seen;
  }

  #lastIdleCheckpoint = 0;

  /** Writes a checkpoint past ignored events, at most every {@link IDLE_CHECKPOINT_MS}. */
  async #writeIdleCheckpoint(): Promise<void> {
    const state = this.#state;
    if (state === undefined || !this.#isBehindOnDisk()) return;
    const now = performance.now();
    if (now - this.#lastIdleCheckpoint < IDLE_CHECKPOINT_MS) return;
    this.#lastIdleCheckpoint = now;
    const seen = this.#seen;
    const page = { state, checkpoint: seen, parts: [] };
    if (!(await this.#options.commits.commit(page, this.consumer.durable))) throw new Fenced();
    if (this.#state === state) this.#state = written(state, seen, []);
  }
}
