import { setTimeout as pause } from 'node:timers/promises';
import type { Waker } from '../catchUp.ts';
import type { Position, RecordedEvent } from '../port.ts';
import { comparePositionTexts } from '../positions.ts';
import type { SharedTail } from '../sharedTail.ts';
import type { OpenRead } from './connection.ts';

/** Wakes subscribers whose read failed, and those that sleep through events of other types, so that none falls far behind. */
const WAKE_ALL_MS = 1_000;
/** Longest wait of an event for those of the appends under way: one page of several costs followers little more than one of one. */
const GATHER_MS = 50;

export interface LiveEventsOptions {
  readonly tail: SharedTail;
  readonly waker: Waker;
  /** Position of the newest event. */
  readonly head: () => Promise<Position | null>;
  /** Subscribes to the events after this position. */
  readonly open: (from: Position | null) => Promise<OpenRead>;
  /** Whether it is the portal's, not the server's own. */
  readonly isVisible: (event: RecordedEvent) => boolean;
  /** Aborted when the store is closed. */
  readonly closed: AbortSignal;
  readonly backOff: { readonly firstMs: number; readonly longestMs: number };
  /** `attempt`: failures since the last event. */
  readonly onDropped: (error: unknown, attempt: number) => void;
}

/**
 * One gRPC subscription for all subscribers of this process: passes new events to the shared tail and wakes the subscribers that
 * want them. It begins at the end of the log, also after a failure, and wakes all, which read by themselves what they missed.
 */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  #subscribers = 0;
  #stopping = new AbortController();
  #failures = 0;
  #isWakeDue = false;
  /** Position up to which the subscription has delivered all; undefined while there is none. */
  #delivered: Position | null | undefined;
  /** Received, not passed on yet. */
  #arrived: RecordedEvent[] = [];
  #isLookDue = false;
  #late: NodeJS.Timeout | undefined;
  /** Appends of this process under way, and the last position of one that has ended. */
  #appending = 0;
  #appended: Position | null = null;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
  }

  /** Counts a subscriber; the first one opens the subscription. @returns to be called when it leaves; the last one closes it */
  join(): () => void {
    this.#subscribers += 1;
    if (this.#subscribers === 1) {
      this.#stopping = new AbortController();
      void this.#run(AbortSignal.any([this.#stopping.signal, this.#options.closed]));
    }
    return () => {
      this.#subscribers -= 1;
      if (this.#subscribers === 0) this.#stopping.abort();
    };
  }

  /** A subscriber could not read; it is woken within a second to try again. */
  readFailed(error: unknown): void {
    this.#isWakeDue = true;
    this.#reportFailure(error);
  }

  #reportFailure(error: unknown): void {
    this.#failures += 1;
    this.#options.onDropped(error, this.#failures);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { backOff } = this.#options;
    const timer = setInterval(() => {
      if (this.#isWakeDue) this.#wake();
      this.#isWakeDue = false;
    }, WAKE_ALL_MS).unref();
    while (!signal.aborted) {
      let dropped: unknown = new Error('EventStoreDB ended the subscription.');
      try {
        await this.#receive(signal);
      } catch (error) {
        dropped = error;
      }
      if (signal.aborted) break;
      this.#reportFailure(dropped);
      const longest = Math.min(backOff.longestMs, backOff.firstMs * 2 ** Math.min(this.#failures - 1, 16));
      await pause(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
    clearInterval(timer);
  }

  /** Counts an append of this process. @returns to be called when it has ended, with its position if it has one */
  appending(): (position: Position | null) => void {
    this.#appending += 1;
    return (position) => {
      this.#appending -= 1;
      if (position !== null && isAfter(position, this.#appended)) this.#appended = position;
      if (this.#appending === 0) this.#lookSoon();
    };
  }

  #take(event: RecordedEvent): void {
    this.#arrived.push(event);
    this.#late ??= setTimeout(() => this.#passOn(), GATHER_MS);
    this.#lookSoon();
  }

  /** After all that arrives in this turn of the event loop: passes it on, unless more is to come. */
  #lookSoon(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    setImmediate(() => {
      this.#isLookDue = false;
      const last = this.#arrived.at(-1);
      if (last === undefined || this.#appending > 0) return;
      if (this.#appended === null || !isAfter(this.#appended, last.position)) this.#passOn();
    });
  }

  #passOn(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    const events = this.#arrived;
    if (events.length === 0) return;
    this.#arrived = [];
    this.#isWakeDue = true;
    this.#wake(events);
  }

  #wake(events?: readonly RecordedEvent[]): void {
    const { tail, waker } = this.#options;
    if (this.#delivered !== undefined) {
      tail.delivered(this.#delivered, events ?? []);
      this.#delivered = events?.at(-1)?.position ?? this.#delivered;
    }
    waker.wake(events);
  }

  /** Receives events until the subscription ends or fails. */
  async #receive(signal: AbortSignal): Promise<void> {
    const { head, open, waker, isVisible } = this.#options;
    const begin = await head();
    const received = await open(begin);
    const cancel = () => received.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    // all read what they missed
    waker.wake();
    this.#delivered = begin;
    try {
      for await (const event of received) {
        this.#failures = 0;
        if (isVisible(event)) this.#take(event);
      }
    } finally {
      this.#passOn();
      this.#delivered = undefined;
      signal.removeEventListener('abort', cancel);
      received.cancel();
    }
  }
}

const isAfter = (position: Position, other: Position | null) =>
  other === null || comparePositionTexts(position, other) > 0;
