import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StoreUnavailable } from '../port.ts';
import { UNAVAILABLE } from './failures.ts';

/** How often an answer is looked for within the time without one after which a connection is dead. */
const LOOKS = 10;

/**
 * Finds a dead connection, also one to a node that accepts connections and never answers: ends the calls under way, and makes the
 * client look for a node again (docs/adr/0005).
 */
export class Heartbeat {
  readonly #client: EventStoreDBClient;
  readonly #silentMs: number;
  /** What ends each call under way. */
  readonly #calls = new Set<(error: StoreUnavailable) => void>();
  readonly #stopped = new AbortController();
  #isRunning = false;
  #answeredAt = 0;
  #checking: Promise<void> | undefined;
  readonly #onDeath: () => void;

  /**
   * @param silentMs after it without any answer the node is asked; after as long again, as idle time, the connection is dead
   * @param onDeath is called when it is
   */
  constructor(client: EventStoreDBClient, silentMs: number, onDeath: () => void) {
    this.#client = client;
    this.#silentMs = silentMs;
    this.#onDeath = onDeath;
  }

  /** Any call was answered: the node need not be asked, and a busy one may be late with its answer to that. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** @param end is called if the connection dies. @returns is to be called when nothing is waited for any more */
  watch(end: (error: StoreUnavailable) => void): () => void {
    this.#calls.add(end);
    if (!this.#isRunning) void this.#run();
    return () => void this.#calls.delete(end);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    this.#isRunning = true;
    this.#answeredAt = performance.now();
    while (this.#calls.size > 0 && !signal.aborted) {
      const restMs = this.#answeredAt + this.#silentMs - performance.now();
      if (restMs > 0) await pause(restMs, undefined, { signal, ref: false }).catch(() => undefined);
      else await this.check();
    }
    this.#isRunning = false;
  }

  /** Asks the node now. Without an answer the connection is dead. */
  check(): Promise<void> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #ask(): Promise<void> {
    if (await ask.call(this.#client, this.#silentMs, () => this.#answeredAt)) return this.noteAnswer();
    // until the client has dropped the connection, further calls are made on it
    await nextTurn();
    const error = new StoreUnavailable(`EventStoreDB did not answer within ${this.#silentMs} ms`);
    for (const end of [...this.#calls]) end(error);
    this.#onDeath();
  }
}

/** Time that this thread had nothing to do. While it is busy, an answer may have arrived and is not read yet. */
const idleMs = () => performance.eventLoopUtilization().idle;

/** Asks for the cluster's members, which needs neither leader nor account. @returns false if there was no answer to any call */
async function ask(this: EventStoreDBClient, silentMs: number, answeredAt: () => number): Promise<boolean> {
  let isSilent = false;
  const asking = this.execute(
    GossipClient,
    'gossip',
    (client) =>
      new Promise<void>((resolve, reject) => {
        let answeredBefore = answeredAt();
        let idleBefore = idleMs();
        let timer: NodeJS.Timeout;
        const [metadata, options] = this.callArguments({}, { deadline: Number.POSITIVE_INFINITY });
        const call = client.read(new shared.Empty(), metadata, options, (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        });
        const look = () => {
          if (answeredAt() !== answeredBefore) {
            answeredBefore = answeredAt();
            idleBefore = idleMs();
          }
          if (idleMs() - idleBefore < silentMs) return lookLater();
          isSilent = true;
          reject(Object.assign(new Error('no answer'), { code: UNAVAILABLE }));
          call.cancel();
        };
        const lookLater = () => {
          timer = setTimeout(look, silentMs / LOOKS).unref();
        };
        lookLater();
      }),
  );
  await asking.catch(() => undefined);
  return !isSilent;
}
