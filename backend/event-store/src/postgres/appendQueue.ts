import type pg from 'pg';
import type { Waker } from '../catchUp.ts';
import {
  type AppendResult,
  type EventToAppend,
  type ExpectedRevision,
  type RecordedEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../port.ts';
import { toPosition } from '../positions.ts';
import type { SharedTail } from '../sharedTail.ts';
import { callAppend, findByIds, type JobToAppend, readVerdicts } from './appendCalls.ts';
import { isConnectionLoss, type Settings, unavailable } from './connection.ts';
import type { WriterSession } from './writerSession.ts';

/** Limits of a batch; a larger append is sent alone. */
const MAX_BATCH_APPENDS = 1_000;
const MAX_BATCH_EVENTS = 1_000;
const MAX_BATCH_BYTES = 8_000_000;
/** Limit of waiting appends; more would be answered too late. */
const MAX_WAITING = 20_000;

interface Job extends JobToAppend {
  readonly bytes: number;
  /** When it is rejected if not sent (ms, `Date.now`). */
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Group commit: appends that wait while a batch is running share the next batch, commit and round trip. A batch has at
 * most one append per stream, so that each is checked against the revision it read.
 */
export class AppendQueue {
  readonly #session: WriterSession;
  readonly #settings: Settings;
  readonly #waker: Waker;
  readonly #tail: SharedTail;
  #waiting: Job[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(session: WriterSession, settings: Settings, waker: Waker, tail: SharedTail) {
    this.#session = session;
    this.#settings = settings;
    this.#waker = waker;
    this.#tail = tail;
  }

  append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    bytes: number,
  ): Promise<AppendResult> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The event store is closed.'));
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable(`${MAX_WAITING} appends are waiting already.`));
    }
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + this.#settings.unavailableAfterMs;
      this.#waiting.push({ stream, events, expected, bytes, deadline, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Refuses further appends and waits for running ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    for (;;) {
      // after all promises have settled, so that callers who append right after a result join this batch
      await new Promise((go) => process.nextTick(go));
      const [first] = this.#waiting;
      if (first === undefined) {
        this.#draining = null;
        return;
      }
      try {
        const client = await this.#session.client(first.deadline);
        await this.#run(client, this.#takeBatch());
      } catch (error) {
        this.#rejectOverdue(error);
      }
    }
  }

  #rejectOverdue(error: unknown): void {
    const now = Date.now();
    const overdue = this.#waiting.filter((job) => this.#closed || job.deadline <= now);
    this.#waiting = this.#waiting.filter((job) => !this.#closed && job.deadline > now);
    for (const job of overdue) job.reject(unavailable(`The append to ${job.stream}`, error));
  }

  #takeBatch(): Job[] {
    const batch: Job[] = [];
    const left: Job[] = [];
    const streams = new Set<string>();
    let events = 0;
    let bytes = 0;
    let examined = 0;
    for (const job of this.#waiting) {
      if (batch.length >= MAX_BATCH_APPENDS || examined >= 4 * MAX_BATCH_APPENDS) break;
      const fits = events + job.events.length <= MAX_BATCH_EVENTS && bytes + job.bytes <= MAX_BATCH_BYTES;
      if (batch.length > 0 && !fits) break;
      examined += 1;
      if (streams.has(job.stream)) {
        left.push(job);
        continue;
      }
      streams.add(job.stream);
      events += job.events.length;
      bytes += job.bytes;
      batch.push(job);
    }
    this.#waiting = left.concat(this.#waiting.slice(examined));
    return batch;
  }

  async #run(client: pg.Client, batch: readonly Job[]): Promise<void> {
    try {
      this.#answer(batch, await callAppend(client, batch, this.#settings.cutOffMs));
    } catch (error) {
      if (isConnectionLoss(error)) {
        this.#session.discard(client);
        await this.#lookUp(batch, error);
      } else if (batch.length > 1 && isAboutOneAppend(error)) {
        for (const job of batch) await this.#run(client, [job]);
      } else {
        if (isReadOnly(error)) this.#session.discard(client);
        for (const job of batch) job.reject(unavailable(`The append to ${job.stream}`, error));
      }
    }
  }

  #answer(batch: readonly Job[], answer: readonly string[]): void {
    const { head, exceptions } = readVerdicts(answer);
    let place = head;
    const accepted: Job[] = [];
    for (const [index, job] of batch.entries()) {
      const exception = exceptions.get(index);
      if (exception === undefined) {
        const before = job.expected === 'no_stream' ? -1n : job.expected;
        place += job.events.length;
        accepted.push(job);
        job.resolve({ lastRevision: before + BigInt(job.events.length), position: toPosition(place) });
      } else if (exception.known) {
        job.resolve({
          lastRevision: exception.revision,
          position: toPosition(exception.position),
          known: true,
        });
      } else {
        const actual = exception.revision < 0n ? 'no_stream' : exception.revision;
        job.reject(new WrongExpectedRevision(job.stream, job.expected, actual));
      }
    }
    if (accepted.length === 0) return;
    const follows = head === 0 ? null : toPosition(head);
    const recorded = asRecorded(accepted, head);
    this.#tail.appended(follows, recorded);
    this.#waker.wake(recorded);
  }

  /** After a connection loss: events found in the log have been appended, the outcome of others is unknown. */
  async #lookUp(batch: readonly Job[], lost: unknown): Promise<void> {
    this.#settings.onTrouble(lost instanceof Error ? lost : new Error(String(lost)));
    try {
      const client = await this.#session.client(Date.now() + this.#settings.unavailableAfterMs);
      const ids = batch.flatMap((job) => job.events.map((event) => event.id));
      const found = await findByIds(client, ids);
      for (const job of batch) {
        const places = job.events.map((event) => found.get(event.id));
        const last = places.at(-1);
        if (last !== undefined && places.every((place) => place?.stream === job.stream)) {
          job.resolve({ lastRevision: last.revision, position: last.position, known: true });
        } else {
          job.reject(unknownOutcome(job, lost));
        }
      }
      this.#waker.wake();
    } catch {
      for (const job of batch) job.reject(unknownOutcome(job, lost));
    }
  }
}

/** The events of these appends as stored, from the position after `head`. */
function asRecorded(jobs: readonly Job[], head: number): RecordedEvent[] {
  let place = head;
  return jobs.flatMap(({ stream, events, expected }) => {
    let revision = expected === 'no_stream' ? -1n : expected;
    return events.map((event) => {
      place += 1;
      revision += 1n;
      return { ...event, stream, revision, position: toPosition(place) };
    });
  });
}

function unknownOutcome(job: Job, cause: unknown): StoreUnavailable {
  return new StoreUnavailable(
    `The connection was lost during the append to ${job.stream}; it is unknown whether it took place.`,
    { cause },
  );
}

/** Errors of data, constraints and limits: in a batch, one append may have caused it for all. */
function isAboutOneAppend(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code.startsWith('22') || code.startsWith('23') || code.startsWith('54');
}

/** The server is a standby now: another connection may reach the new primary. */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === '25006';
}
