import type { Worker } from 'node:worker_threads';
import { type EventStore, type LogScan, type Position, RowReader } from '@portal/event-store';
import type { Pool } from 'pg';
import { CHAIN_START } from './chain.ts';
import { ENTRY_BYTES, type Range, type VerifiedRange, verifyRange } from './range.ts';

/** Larger ranges are left to the caller, so that large events don't fill the memory. */
const MOST_BYTES = 32_000_000;
/** Ranges that a thread has at a time: one waits while another is verified. */
const AT_A_THREAD = 2;

/** An entry between two ranges; the first has the number 0. */
interface Border {
  readonly seq: number;
  readonly hash: string;
  readonly position: Position | null;
}

export interface Part {
  /** Exclusive. */
  readonly from: Border;
  readonly to: Border;
  /** Null if something differs, or was too large or not possible to read: to be compared event by event. */
  readonly verified: VerifiedRange | null;
}

/** Threads that verify ranges at once. */
export interface Threads {
  /** Starts one that runs `rangeThread.ts`. */
  readonly start: () => Worker;
  readonly count: number;
  /** Fewer entries are not worth their start. */
  readonly from: number;
}

interface PartOptions {
  /** Number of the last entry. */
  readonly last: number;
  /** Entries of a part. */
  readonly size: number;
  readonly threads: Threads | undefined;
}

/**
 * Verifies log and index part by part, in order. They are read as bytes, which only the PostgreSQL event store can; of
 * other stores there is one part, not verified.
 */
export async function* verifiedParts(
  store: EventStore,
  pool: Pool,
  { last, size, threads }: PartOptions,
): AsyncGenerator<Part, void, void> {
  const borders = await bordersOf(pool, last, store.openScan === undefined ? last : size);
  const parts = borders.slice(1).map((to, before) => ({ from: borders[before] as Border, to }));
  if (store.openScan === undefined) {
    for (const part of parts) yield { ...part, verified: null };
    return;
  }
  const client = await pool.connect();
  const started: Thread[] = [];
  let scan: LogScan | undefined;
  try {
    scan = await store.openScan();
    const read = rangesFrom(scan, new RowReader(client));
    if (threads !== undefined && last >= threads.from)
      for (let count = 0; count < threads.count; count += 1) started.push(new Thread(threads.start()));
    const verify = async (range: Range | null): Promise<VerifiedRange | null> => {
      if (range === null) return null;
      const thread = started.find(({ ranges }) => ranges < AT_A_THREAD);
      return thread === undefined ? verifyRange(range) : thread.verify(range);
    };
    const running: Promise<Part>[] = [];
    let ahead = read(parts[0]);
    for (const [place, part] of parts.entries()) {
      const range = await ahead;
      ahead = read(parts[place + 1]);
      const verified = verify(range).catch(() => null);
      running.push(verified.then((made) => ({ ...part, verified: endsAt(part.to, made) ? made : null })));
      if (running.length > started.length * AT_A_THREAD) yield (await running.shift()) as Part;
    }
    for (const part of running) yield await part;
  } finally {
    for (const thread of started) thread.stop();
    await scan?.close();
    // its socket is no longer pg's alone
    client.release(true);
  }
}

const endsAt = ({ seq, hash }: Border, range: VerifiedRange | null) =>
  range !== null && range.seq === seq && range.hash === hash;

/** Reads one range at a time; null for none. What can't be read is read again event by event, which reports why. */
const rangesFrom =
  (scan: LogScan, entries: RowReader) =>
  async (part: { readonly from: Border; readonly to: Border } | undefined): Promise<Range | null> => {
    if (part === undefined) return null;
    const { from, to } = part;
    const [log, index] = await Promise.all([
      scan.read(from.position, to.position ?? '', MOST_BYTES).catch(() => null),
      entries.read(PAGE, [String(from.seq), String(to.seq)], MOST_BYTES).catch(() => null),
    ]);
    return log && index && { log, index, before: { seq: from.seq, hash: from.hash } };
  };

const PAGE = {
  name: 'log-index-range',
  text: `SELECT ${ENTRY_BYTES} FROM log_index i WHERE i.seq > $1 AND i.seq <= $2 ORDER BY i.seq`,
};

/** Number 0, then the entry after each `size` entries, if it is there, and the last. */
async function bordersOf(pool: Pool, last: number, size: number): Promise<readonly Border[]> {
  const numbers = Array.from({ length: Math.ceil(last / size) }, (_, at) => Math.min(last, (at + 1) * size));
  const { rows } = await pool.query<{ seq: string; hash: string; position: Position }>(
    `SELECT i.seq::text, encode(i.hash, 'hex') AS hash, i.position FROM log_index i
     WHERE i.seq = ANY($1::bigint[]) ORDER BY i.seq`,
    [numbers],
  );
  const start = { seq: 0, hash: CHAIN_START.toString('hex'), position: null };
  return [start, ...rows.map(({ seq, ...row }) => ({ seq: Number(seq), ...row }))];
}

/** A thread that runs `rangeThread.ts`. */
class Thread {
  readonly #worker: Worker;
  /** Callers that wait, in the order of their ranges. */
  readonly #waiting: ((verified: VerifiedRange | null) => void)[] = [];
  #isReady = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: VerifiedRange | null) => {
      if (this.#isReady) this.#waiting.shift()?.(message);
      this.#isReady = true;
    });
    const fail = () => {
      this.#isReady = false;
      for (const answer of this.#waiting.splice(0)) answer(null);
    };
    worker.on('error', fail);
    worker.on('exit', fail);
  }

  /** How many it has; infinite until it has started, and once it has failed. */
  get ranges(): number {
    return this.#isReady ? this.#waiting.length : Number.POSITIVE_INFINITY;
  }

  /** The range's bytes move to the thread. */
  verify(range: Range): Promise<VerifiedRange | null> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(range, [range.log.buffer, range.index.buffer]);
    });
  }

  stop(): void {
    void this.#worker.terminate();
  }
}
