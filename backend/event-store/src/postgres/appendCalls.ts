import type pg from 'pg';
import type { EventToAppend, ExpectedRevision, Position } from '../port.ts';
import { toPosition } from '../positions.ts';
import { int4Array, int8Array, textArray, uuidArray } from './binaryArrays.ts';
import { call, type Statement } from './call.ts';
import { APPEND_LOCK } from './schema.ts';

export interface JobToAppend {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
}

const ONE: Statement = { name: 'es_append_one', text: 'SELECT es.append_one($1, $2, $3, $4, $5, $6)' };
const BATCH: Statement = {
  name: 'es_append_batch',
  text: 'SELECT es.append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};
const WAIT_FOR_APPENDS: Statement = {
  name: 'es_wait_for_appends',
  text: `SELECT pg_advisory_xact_lock(${APPEND_LOCK})::text`,
};
const FIND: Statement = {
  name: 'es_find_by_ids',
  text: 'SELECT event_id, stream, revision, position FROM es.events WHERE event_id = ANY ($1::uuid[])',
};

const numberOf = (expected: ExpectedRevision): bigint => (expected === 'no_stream' ? -1n : expected);

async function answerOf(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly (string | Buffer)[],
): Promise<string> {
  let answer = '';
  await call(client, statement, values, ([field]) => {
    answer = field ?? '';
  });
  return answer;
}

/** Appends one event; see `es.append_one` for the answer. */
export function callOne(client: pg.ClientBase, job: JobToAppend): Promise<string> {
  const [event] = job.events;
  if (event === undefined) throw new TypeError('Nothing to append.');
  const expected = String(numberOf(job.expected));
  return answerOf(client, ONE, [job.stream, expected, event.id, event.type, event.data, event.metadata]);
}

/** Appends a batch; see `es.append_batch` for the answer. */
export function callBatch(client: pg.ClientBase, jobs: readonly JobToAppend[]): Promise<string> {
  const count: number[] = [];
  const streams: string[] = [];
  const revisions: bigint[] = [];
  const events: EventToAppend[] = [];
  for (const job of jobs) {
    count.push(job.events.length);
    let revision = numberOf(job.expected);
    for (const event of job.events) {
      revision += 1n;
      streams.push(job.stream);
      revisions.push(revision);
      events.push(event);
    }
  }
  const eventStreams = textArray(streams);
  return answerOf(client, BATCH, [
    streams.length === jobs.length ? eventStreams : textArray(jobs.map((job) => job.stream)),
    int8Array(jobs.map((job) => numberOf(job.expected))),
    int4Array(count),
    eventStreams,
    int8Array(revisions),
    uuidArray(events.map((event) => event.id)),
    textArray(events.map((event) => event.type)),
    textArray(events.map((event) => event.data)),
    textArray(events.map((event) => event.metadata)),
  ]);
}

/** The outcome of an append that was not accepted. */
export interface Exception {
  /** True: already stored, up to `revision` and `position`. False: refused, the stream is at `revision`. */
  readonly known: boolean;
  readonly revision: bigint;
  readonly position: string;
}

/** Parses the functions' result. `exceptions`: by index in the batch, null for none. */
export function readVerdicts(answer: string): { head: number; exceptions: Map<number, Exception> | null } {
  const numbers = answer.slice(1, -1).split(',');
  const head = Number(numbers[0]);
  if (!Number.isSafeInteger(head)) throw new Error(`es.append answered ${JSON.stringify(answer)}.`);
  if (numbers.length === 1) return { head, exceptions: null };
  const exceptions = new Map<number, Exception>();
  for (let at = 1; at + 3 < numbers.length; at += 4) {
    const [place, known, revision, position] = numbers.slice(at, at + 4) as [string, string, string, string];
    exceptions.set(Number(place) - 1, { known: known === '1', revision: BigInt(revision), position });
  }
  return { head, exceptions };
}

export interface Place {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
}

/** Finds events by id, after all running appends have ended. */
export async function findByIds(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, Place>> {
  const found = new Map<string, Place>();
  await call(client, WAIT_FOR_APPENDS, [], () => {});
  await call(client, FIND, [uuidArray(ids)], ([id, stream, revision, position]) => {
    if (id === undefined || stream === undefined || revision === undefined || position === undefined) return;
    found.set(id, { stream, revision: BigInt(revision), position: toPosition(position) });
  });
  return found;
}
