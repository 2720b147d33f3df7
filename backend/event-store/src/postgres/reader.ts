import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { AllFilter, LogPage, Position, ReadOptions, RecordedEvent } from '../port.ts';
import { fromPosition, toPosition } from '../positions.ts';
import { isConnectionLoss, type Settings, unavailable } from './connection.ts';

/** A prepared statement; the name identifies the text on every connection. */
interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * The short columns are sent as one text, `<id><position> <revision> <type>`: decoding limits a read, and a further column
 * costs more than splitting a text.
 */
const COLUMNS = `event_id || position::text || ' ' || revision || ' ' || type, data, metadata`;
const STREAM: Statement = {
  name: 'es_read_stream',
  text: `SELECT ${COLUMNS} FROM es.events WHERE stream = $1 AND revision > $2 AND revision <= $3 ORDER BY revision`,
};
/** Joined stream by stream: a sort of all events would spill to disk. */
const STREAMS: Statement = {
  name: 'es_read_streams',
  text: `SELECT ${COLUMNS}, s.place FROM unnest($1::text[]) WITH ORDINALITY AS s(name, place)
    CROSS JOIN LATERAL (SELECT * FROM es.events WHERE stream = s.name ORDER BY revision) e`,
};
const PAGE: Statement = {
  name: 'es_read_all',
  text: `SELECT ${COLUMNS}, stream FROM es.events WHERE position > $1 ORDER BY position LIMIT $2`,
};
const FILTERED: Statement = {
  name: 'es_read_filtered',
  text: `SELECT ${COLUMNS}, stream FROM es.events WHERE position > $1 AND position <= $2
    AND type = ANY ($3::text[]) ORDER BY position LIMIT $4`,
};
const HEAD: Statement = {
  name: 'es_head',
  text: 'SELECT position FROM es.events ORDER BY position DESC LIMIT 1',
};

const MAX_INT8 = 2n ** 63n - 1n;
/** Most events a filtered page examines per event it may hold, so that no statement runs long. */
const WINDOW_FACTOR = 10;
const SMALLEST_WINDOW = 5_000;
/** Pauses before a read is repeated after a lost connection. */
const PAUSES_MS = [20, 100, 400];

const ID_LENGTH = 36;

/** A row of {@link COLUMNS}, and the stream unless given, as the port's event. */
function toEvent(fields: readonly string[], stream = fields[3] as string): RecordedEvent {
  const head = fields[0] as string;
  const revisionAt = head.indexOf(' ', ID_LENGTH) + 1;
  const typeAt = head.indexOf(' ', revisionAt) + 1;
  return {
    id: head.slice(0, ID_LENGTH),
    type: head.slice(typeAt),
    data: fields[1] as string,
    metadata: fields[2] as string,
    stream,
    revision: BigInt(head.slice(revisionAt, typeAt - 1)),
    position: toPosition(head.slice(ID_LENGTH, revisionAt - 1)),
  };
}

export class Reader {
  readonly #pool: pg.Pool;
  readonly #settings: Settings;

  constructor(pool: pg.Pool, settings: Settings) {
    this.#pool = pool;
    this.#settings = settings;
  }

  async read(stream: string, { from = -1n, to = MAX_INT8 }: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.#query(STREAM, [stream, from, to], (fields) => toEvent(fields, stream));
  }

  async streams(names: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]> {
    const found: RecordedEvent[][] = names.map(() => []);
    if (names.length === 0) return found;
    // grouped at the end, because a read that loses its connection begins again
    for (const fields of await this.#query(STREAMS, [names], (row) => row)) {
      const place = Number(fields[3]) - 1;
      found[place]?.push(toEvent(fields, names[place] as string));
    }
    return found;
  }

  /** One page. Without filter it reads one event more than it returns, to know whether the log continues. */
  async page(from: Position | null, { types }: AllFilter, limit: number): Promise<LogPage> {
    if (types !== undefined) return this.#filtered(from, types, limit);
    const after = from === null ? 0n : fromPosition(from);
    const found = await this.#query(PAGE, [after, limit + 1], toEvent);
    const end = found.length <= limit;
    const events = end ? found : found.slice(0, limit);
    return { events, next: events.at(-1)?.position ?? from, end };
  }

  async head(): Promise<Position | null> {
    const [position] = await this.#query(HEAD, [], ([place = '']) => toPosition(place));
    return position ?? null;
  }

  /** Examines a window of the log. Positions have no gaps, so the window's end is known beforehand. */
  async #filtered(from: Position | null, types: readonly string[], limit: number): Promise<LogPage> {
    const head = await this.head();
    if (head === null || head === from) return { events: [], next: from, end: true };
    const after = from === null ? 0n : fromPosition(from);
    const last = fromPosition(head);
    const window = after + BigInt(Math.max(limit * WINDOW_FACTOR, SMALLEST_WINDOW));
    const until = window < last ? window : last;
    if (until <= after) return { events: [], next: from, end: true };
    const events = await this.#query(FILTERED, [after, until, types, limit], toEvent);
    const next = events.length === limit ? (events.at(-1)?.position ?? head) : toPosition(until);
    return { events, next, end: next === head };
  }

  /** Repeats a read that has lost its connection. */
  async #query<T>(
    statement: Statement,
    values: readonly unknown[],
    toResult: (fields: readonly string[]) => T,
  ): Promise<readonly T[]> {
    const deadline = Date.now() + this.#settings.unavailableAfterMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#once({ ...statement, values: [...values], rowMode: 'array' }, toResult);
      } catch (error) {
        const wait = PAUSES_MS[attempt];
        const isFinal = !isConnectionLoss(error) || this.#pool.ending || Date.now() >= deadline;
        if (wait === undefined || isFinal) throw unavailable('A read', error);
        this.#settings.onTrouble(error instanceof Error ? error : new Error(String(error)));
        await pause(wait);
      }
    }
  }

  /** Row by row: to keep a page's rows until its end takes twice the time. */
  async #once<T>(config: pg.QueryArrayConfig, toResult: (fields: readonly string[]) => T): Promise<T[]> {
    const client = await this.#pool.connect();
    const results: T[] = [];
    // ending a busy client destroys its socket, which fails the query if the server does not answer
    const cutOff = setTimeout(() => (client as pg.PoolClient & pg.Client).end(), this.#settings.cutOffMs);
    try {
      const query = client.query(new pg.Query<string[]>(config));
      query.on('row', (fields) => results.push(toResult(fields)));
      await once(query, 'end');
    } catch (error) {
      client.release(isConnectionLoss(error));
      throw error;
    } finally {
      clearTimeout(cutOff);
    }
    client.release();
    return results;
  }
}
