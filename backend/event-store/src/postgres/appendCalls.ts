import type pg from 'pg';
import type { EventToAppend, ExpectedRevision, Position } from '../port.ts';
import { toPosition } from '../positions.ts';
import { APPEND_LOCK } from './schema.ts';

export interface JobToAppend {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
}

const numberOf = (expected: ExpectedRevision): bigint => (expected === 'no_stream' ? -1n : expected);

/**
 * Appends in one transaction; see `es.append_batch` for the answer.
 * @param cutOffMs when the call fails if the server does not answer
 */
export async function callAppend(
  client: pg.ClientBase,
  jobs: readonly JobToAppend[],
  cutOffMs: number,
): Promise<readonly string[]> {
  const events = jobs.flatMap((job) =>
    job.events.map((event, index) => ({
      ...event,
      stream: job.stream,
      revision: numberOf(job.expected) + BigInt(index + 1),
    })),
  );
  const [only] = events;
  const one = events.length === 1 && only !== undefined;
  const { rows } = await client.query<{ answer: readonly string[] }>({
    name: one ? 'es_append_one' : 'es_append_batch',
    text: one
      ? 'SELECT es.append_one($1, $2, $3, $4, $5, $6) AS answer'
      : 'SELECT es.append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9) AS answer',
    values: one
      ? [only.stream, only.revision - 1n, only.id, only.type, only.data, only.metadata]
      : [
          textArray(jobs.map((job) => job.stream)),
          listOf(jobs.map((job) => numberOf(job.expected))),
          listOf(jobs.map((job) => job.events.length)),
          textArray(events.map((event) => event.stream)),
          listOf(events.map((event) => event.revision)),
          listOf(events.map((event) => event.id)),
          textArray(events.map((event) => event.type)),
          textArray(events.map((event) => event.data)),
          textArray(events.map((event) => event.metadata)),
        ],
    query_timeout: cutOffMs,
  } as pg.QueryConfig);
  return rows[0]?.answer ?? [];
}

/** An array whose values need no escaping. */
const listOf = (values: readonly (string | number | bigint)[]) => `{${values.join()}}`;

const TEXT_OID = 25;

/** An array in PostgreSQL's binary format: pg would escape each quote of the JSON in it. */
function textArray(values: readonly string[]): Buffer {
  const header = [1, 0, TEXT_OID, values.length, 1];
  let at = 4 * header.length;
  const buffer = Buffer.alloc(values.reduce((sum, value) => sum + 4 + Buffer.byteLength(value), at));
  for (const [index, field] of header.entries()) buffer.writeInt32BE(field, 4 * index);
  for (const value of values) {
    const written = buffer.write(value, at + 4);
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  return buffer;
}

/** The outcome of an append that was not accepted. */
export interface Exception {
  /** True: already stored, up to `revision` and `position`. False: refused, the stream is at `revision`. */
  readonly known: boolean;
  readonly revision: bigint;
  readonly position: string;
}

/** What the functions answered. `exceptions`: by index in the batch. @throws Error for an answer without a position */
export function readVerdicts([first, ...rest]: readonly string[]) {
  const exceptions = new Map<number, Exception>();
  for (let at = 0; at < rest.length; at += 4) {
    const [place, known, revision, position] = rest.slice(at, at + 4) as [string, string, string, string];
    exceptions.set(Number(place) - 1, { known: known === '1', revision: BigInt(revision), position });
  }
  const head = Number(first);
  if (!Number.isSafeInteger(head)) throw new Error(`es.append answered ${first}.`);
  return { head, exceptions };
}

export interface Place {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
}

/** Finds events by id, after all running appends have ended. */
export async function findByIds(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, Place>> {
  await client.query(`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`);
  const { rows } = await client.query<{ id: string; stream: string; revision: string; position: string }>(
    'SELECT event_id AS id, stream, revision, position FROM es.events WHERE event_id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(
    rows.map(({ id, stream, revision, position }) => [
      id,
      { stream, revision: BigInt(revision), position: toPosition(position) },
    ]),
  );
}
