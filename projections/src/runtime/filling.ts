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
/** Changed rows that are kept back before they are written together. */
const DIRTY_ROWS = 20_000;
/** Rows kept in memory; past that they are fetched again when they are needed. */
const KEPT_ROWS = 100_000;
/** Rows in one array parameter; larger ones are slower. */
const ROWS_A_PART = 2_000;

type RowMaps = Map<string, Map<string, Row | null>>;

/**
 * A generation on its way from the first event: folds page after page in memory and writes rows only when
 * enough have changed, with the checkpoint, in one transaction.
 */
export class Filling {
  readonly generation: number;
  /** Events of the projection's types that were read. */
  done = 0;
  readonly #client: PoolClient;
  readonly #projection: Projection;
  readonly #store: EventStore;
  readonly #codec: PortalCodec;
  readonly #load: LoadRows;
  /** As far as it has been folded. */
  #folded: Position | null = null;
  /** The generation as the database has it. */
  #written: GenerationState;
  #parked = new Set<string>();
  #rows: RowMaps = new Map();
  #dirty: RowMaps = new Map();
  #held: HeldEvent[] = [];
  /** Whether a row that is not in memory is known not to exist: as long as none was put out of memory. */
  #knowsAll = true;
  /** Events the database refused, and up to where it has to be found out which they are. */
  readonly #refused = new Map<string, string>();
  #carefulUntil: Position | null = null;

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
    this.#written = { ...id, epoch: 0n, checkpoint: null, revision: 0n, parked: new Set() };
  }

  get checkpoint(): Position | null {
    return this.#folded;
  }

  /** Reads to the end of the log as it stands by then, and writes everything. */
  async toTheEnd(onPage?: () => void, signal?: AbortSignal): Promise<void> {
    let ahead: { readonly from: Position | null; readonly page: Promise<LogPage> } | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const page = await (ahead?.from === this.#folded ? ahead.page : this.#read(this.#folded));
      ahead = undefined;
      if (!page.end) {
        // The next page is on its way while this one is folded and written.
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

  /** Answers how to go back to what is written now, for when the transaction around the next steps fails. */
  savepoint(): () => void {
    const written = this.#written;
    const parked = new Set(written.parked);
    return () => this.#goBackTo({ ...written, parked });
  }

  /** Writes what has changed, with the checkpoint. @throws what PostgreSQL says to a value it refuses */
  async flush(): Promise<void> {
    if (this.#folded === this.#written.checkpoint) return;
    const parts = parkingParts(this.#written, this.#held).slice();
    for (const [table, rows] of this.#dirty) {
      const all = [...rows];
      for (let at = 0; at < all.length; at += ROWS_A_PART) {
        const some = new Map([[table, new Map(all.slice(at, at + ROWS_A_PART))]]);
        parts.push(...rowParts(this.#projection, this.generation, some));
      }
    }
    if (!(await commitPage(this.#client, this.#written, this.#folded, parts, false))) {
      throw new Error(`Another rebuild of ${this.#projection.name} has begun; this one ends.`);
    }
    this.#written = {
      ...this.#written,
      checkpoint: this.#folded,
      revision: this.#written.revision + 1n,
      parked: new Set(this.#parked),
    };
    this.#dirty = new Map();
    this.#held = [];
    if (sizeOf(this.#rows) > KEPT_ROWS) this.#forgetRows();
  }

  #read(from: Position | null): Promise<LogPage> {
    return this.#store.readAll(from, { types: [...this.#projection.types], limit: PAGE_EVENTS });
  }

  async #take(page: LogPage): Promise<void> {
    const until = this.#carefulUntil;
    if (until !== null && (this.#folded === null || this.#store.comparePositions(this.#folded, until) < 0)) {
      await this.#carefully(page.events, page.next);
    } else {
      await this.#fold(page.events, page.next);
      if (sizeOf(this.#dirty) >= DIRTY_ROWS && !(await this.#tryFlush())) return;
    }
    this.done += page.events.length;
  }

  /** @returns false when a value was refused: then it is back at what is written, and goes on carefully */
  async #tryFlush(): Promise<boolean> {
    try {
      await this.flush();
      return true;
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      this.#carefulUntil = this.#folded;
      this.#goBackTo(this.#written);
      return false;
    }
  }

  /** Writes at once, in halves where a value is refused, until the event that carries it is alone and parked. */
  async #carefully(events: readonly RecordedEvent[], next: Position | null): Promise<void> {
    try {
      await this.#fold(events, next);
      await this.flush();
    } catch (error) {
      const only = events.length === 1 ? events[0] : undefined;
      if (!isRefusedValue(error) || (only !== undefined && this.#refused.has(only.id))) throw error;
      this.#goBackTo(this.#written);
      if (only !== undefined) {
        this.#refused.set(only.id, error.message);
        return this.#carefully(events, next);
      }
      const middle = events.length >> 1;
      await this.#carefully(events.slice(0, middle), events[middle - 1]?.position ?? null);
      await this.#carefully(events.slice(middle), next);
    }
  }

  #goBackTo(written: GenerationState): void {
    this.#written = written;
    this.#folded = written.checkpoint;
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
