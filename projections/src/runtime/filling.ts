import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import type { PoolClient } from 'pg';
import { isRefusedValue } from './databaseErrors.ts';
import type { PortalCodec } from './decoding.ts';
import type { Projection } from './definition.ts';
import { commitPage, type GenerationState } from './generation.ts';
import { type HeldEvent, parkingParts } from './parking.ts';
import { foldBatch, rowLoader, rowParts } from './projectionConsumer.ts';
import type { LoadRows, Row } from './table.ts';
import { batchOfOwnPage } from './tail.ts';

const PAGE_EVENTS = 5_000;
/** Changed rows that are written together. */
const DIRTY_ROWS = 20_000;
/** Rows kept in memory; beyond that they are fetched again when needed. */
const KEPT_ROWS = 100_000;
/** Rows per array parameter; larger ones are slower. */
const ROWS_PER_PART = 2_000;

type RowMaps = Map<string, Map<string, Row | null>>;

/**
 * Fills a generation from the first event: folds pages in memory and writes rows with the checkpoint, in one transaction,
 * once enough have changed.
 */
export class Filling {
  readonly generation: number;
  /** Number of events folded. */
  done = 0;
  readonly #client: PoolClient;
  readonly #projection: Projection;
  readonly #store: EventStore;
  readonly #codec: PortalCodec;
  readonly #load: LoadRows;
  /** Position of the last event folded. */
  #folded: Position | null = null;
  /** The generation as written, and how many events are in it. */
  #written: GenerationState & { readonly done: number };
  #parked = new Set<string>();
  #rows: RowMaps = new Map();
  #dirty: RowMaps = new Map();
  #held: HeldEvent[] = [];
  /** True while a row missing in memory does not exist, because none was evicted. */
  #knowsAll = true;
  /** Events the database refused, and up to where pages are searched for them. */
  readonly #refused = new Map<string, string>();
  #searchUntil: Position | null = null;

  constructor(
    client: PoolClient,
    projection: Projection,
    generation: number,
    store: EventStore,
    codec: PortalCodec,
  ) {
    this.generation = generation;
    this.#client = client;
    this.#projection = projection;
    this.#store = store;
    this.#codec = codec;
    this.#load = rowLoader(client, projection, generation);
    const id = { projection: projection.name, version: projection.version, generation };
    this.#written = { ...id, epoch: 0n, checkpoint: null, revision: 0n, parked: new Set(), done: 0 };
  }

  get checkpoint(): Position | null {
    return this.#folded;
  }

  /** Reads to the end of the log and writes everything. */
  async toTheEnd(onPage?: () => void, signal?: AbortSignal): Promise<void> {
    let ahead: { readonly from: Position | null; readonly page: Promise<LogPage> } | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const page = await (ahead?.from === this.#folded ? ahead.page : this.#read(this.#folded));
      ahead = undefined;
      if (!page.end) {
        // read ahead while this page is folded and written
        ahead = { from: page.next, page: this.#read(page.next) };
        ahead.page.catch(() => undefined);
      }
      await this.#take(page);
      onPage?.();
      if (page.end && this.#folded === page.next && (await this.#tryFlush())) return;
    }
  }

  /** Folds the next page, without writing it. */
  async nextPage(): Promise<void> {
    const page = await this.#read(this.#folded);
    await this.#fold(page.events, page.next);
  }

  /** Returns a function that restores the current state if the surrounding transaction fails. */
  savepoint(): () => void {
    const written = this.#written;
    const parked = new Set(written.parked);
    return () => this.#goBackTo({ ...written, parked });
  }

  /** Writes changed rows with the checkpoint. @throws DatabaseError for a refused value */
  async flush(): Promise<void> {
    if (this.#folded === this.#written.checkpoint) return;
    const parts = parkingParts(this.#written, this.#held).slice();
    for (const [table, rows] of this.#dirty) {
      const all = [...rows];
      for (let at = 0; at < all.length; at += ROWS_PER_PART) {
        const some = new Map([[table, new Map(all.slice(at, at + ROWS_PER_PART))]]);
        parts.push(...rowParts(this.#projection, this.generation, some));
      }
    }
    if (!(await commitPage(this.#client, { state: this.#written, checkpoint: this.#folded, parts }, false))) {
      throw new Error(`Another rebuild of ${this.#projection.name} has begun; this one ends.`);
    }
    this.#written = {
      ...this.#written,
      checkpoint: this.#folded,
      revision: this.#written.revision + 1n,
      parked: new Set(this.#parked),
      done: this.done,
    };
    this.#dirty = new Map();
    this.#held = [];
    if (sizeOf(this.#rows) > KEPT_ROWS) this.#forgetRows();
  }

  #read(from: Position | null): Promise<LogPage> {
    return this.#store.readAll(from, { types: [...this.#projection.types], limit: PAGE_EVENTS });
  }

  async #take(page: LogPage): Promise<void> {
    const until = this.#searchUntil;
    if (until !== null && (this.#folded === null || this.#store.comparePositions(this.#folded, until) < 0)) {
      await this.#writeInHalves(page.events, page.next);
    } else {
      await this.#fold(page.events, page.next);
      if (sizeOf(this.#dirty) >= DIRTY_ROWS && !(await this.#tryFlush())) return;
    }
  }

  /** @returns false if a value was refused: it has gone back to the written state and continues in small steps */
  async #tryFlush(): Promise<boolean> {
    try {
      await this.flush();
      return true;
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      this.#searchUntil = this.#folded;
      this.#goBackTo(this.#written);
      return false;
    }
  }

  /** Writes at once; if a value is refused, halves the events until the one with it is found and parked. */
  async #writeInHalves(events: readonly RecordedEvent[], next: Position | null): Promise<void> {
    try {
      await this.#fold(events, next);
      await this.flush();
    } catch (error) {
      const only = events.length === 1 ? events[0] : undefined;
      if (!isRefusedValue(error) || (only !== undefined && this.#refused.has(only.id))) throw error;
      this.#goBackTo(this.#written);
      if (only !== undefined) {
        this.#refused.set(only.id, error.message);
        return this.#writeInHalves(events, next);
      }
      const middle = events.length >> 1;
      await this.#writeInHalves(events.slice(0, middle), events[middle - 1]?.position ?? null);
      await this.#writeInHalves(events.slice(middle), next);
    }
  }

  #goBackTo(written: GenerationState & { readonly done: number }): void {
    this.#written = written;
    this.#folded = written.checkpoint;
    this.done = written.done;
    this.#parked = new Set(written.parked);
    this.#dirty = new Map();
    this.#held = [];
    this.#forgetRows();
  }

  #forgetRows(): void {
    this.#rows = new Map();
    this.#knowsAll = false;
  }

  async #fold(events: readonly RecordedEvent[], next: Position | null): Promise<void> {
    const batch = batchOfOwnPage({ events, next, end: false }, this.#codec);
    const load: LoadRows = (table, keys) => this.#known(table, keys);
    const { changed, held } = await foldBatch(
      this.#projection,
      batch,
      events,
      this.#parked,
      this.#refused,
      load,
    );
    for (const [table, rows] of changed) {
      const known = mapOf(this.#rows, table);
      const unwritten = mapOf(this.#dirty, table);
      for (const [key, row] of rows) {
        known.set(key, row);
        unwritten.set(key, row);
      }
    }
    this.#held.push(...held);
    for (const { key } of held) this.#parked.add(key);
    this.#folded = next;
    this.done += events.length;
  }

  async #known(table: string, keys: readonly string[]): Promise<ReadonlyMap<string, Row | null>> {
    const known = mapOf(this.#rows, table);
    if (!this.#knowsAll) {
      const missing = keys.filter((key) => !known.has(key));
      if (missing.length > 0) for (const [key, row] of await this.#load(table, missing)) known.set(key, row);
    }
    return known;
  }
}

function mapOf(maps: RowMaps, table: string): Map<string, Row | null> {
  let map = maps.get(table);
  if (map === undefined) {
    map = new Map();
    maps.set(table, map);
  }
  return map;
}

const sizeOf = (maps: RowMaps) => [...maps.values()].reduce((sum, rows) => sum + rows.size, 0);
