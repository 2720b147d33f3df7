import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { PoolClient } from 'pg';
import type { Consumer } from './consumer.ts';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { commitPage, type GenerationState, written } from './generation.ts';
import { inHalves, type WriteEvents } from './inHalves.ts';
import { KeptRows } from './keptRows.ts';
import { projectionConsumer } from './projectionConsumer.ts';
import { batchOfOwnPage } from './tail.ts';

/** Events per transaction: more than a live projection writes at once, because rows of many events are written once. */
const PAGE_EVENTS = 20_000;
/** Rows kept in memory per table. */
const KEPT_ROWS = 100_000;

/** Fills a generation from the first event, as a live projection writes its own. */
export class Filling {
  readonly generation: number;
  /** Number of events written. */
  done = 0;
  readonly #client: PoolClient;
  readonly #consumer: Consumer;
  readonly #types: readonly string[];
  readonly #store: EventStore;
  readonly #codec: PortalCodec;
  #state: GenerationState;

  constructor(
    client: PoolClient,
    projection: Projection,
    generation: number,
    store: EventStore,
    codec: PortalCodec,
  ) {
    this.generation = generation;
    this.#client = client;
    this.#consumer = projectionConsumer(projection);
    this.#types = [...projection.types];
    this.#store = store;
    this.#codec = codec;
    const id = { projection: projection.name, version: projection.version, generation };
    const kept = new KeptRows(KEPT_ROWS);
    this.#state = { ...id, epoch: 0n, checkpoint: null, revision: 0n, parked: new Set(), kept };
  }

  get checkpoint(): Position | null {
    return this.#state.checkpoint;
  }

  /** Writes all events up to the end of the log. */
  async toTheEnd(onPage?: () => void, signal?: AbortSignal): Promise<void> {
    let page = await this.#read(this.checkpoint);
    for (;;) {
      signal?.throwIfAborted();
      // read ahead while this page is written
      const ahead = page.end ? undefined : this.#read(page.next);
      ahead?.catch(() => undefined);
      if (page.next !== this.checkpoint) await inHalves(this.#writeOf(page), page.events, page.next);
      onPage?.();
      if (ahead === undefined) return;
      page = await ahead;
    }
  }

  /** Writes the next page in the surrounding transaction. @throws DatabaseError for a refused value */
  async nextPage(): Promise<void> {
    const page = await this.#read(this.checkpoint);
    await this.#writeOf(page)(page.events, page.next, new Map());
  }

  /** Returns a function that restores the current state if the surrounding transaction fails. */
  savepoint(): () => void {
    const [state, done] = [this.#state, this.done];
    return () => {
      this.#state = { ...state, kept: new KeptRows(KEPT_ROWS) };
      this.done = done;
    };
  }

  #read(from: Position | null): Promise<LogPage> {
    return this.#store.readAll(from, { types: this.#types, limit: PAGE_EVENTS });
  }

  #writeOf(page: { readonly events: readonly RecordedEvent[]; readonly next: Position | null }): WriteEvents {
    const batch = batchOfOwnPage({ ...page, end: false }, this.#codec);
    return async (events, next, poison) => {
      const state = this.#state;
      const prepared = await this.#consumer.prepare(this.#client, state, batch, events, poison);
      if (!(await commitPage(this.#client, { state, checkpoint: next, parts: prepared.parts }, false)))
        throw new Error(`Another rebuild of ${this.#consumer.name} has begun; this one ends.`);
      prepared.written?.();
      this.#state = written(state, next, prepared.parks);
      this.done += events.length;
    };
  }
}
