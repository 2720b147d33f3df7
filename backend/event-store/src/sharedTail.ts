import type { Waker } from './catchUp.ts';
import { type AllFilter, isIncluded, type LogPage, type Position, type RecordedEvent } from './port.ts';
import { comparePositionTexts } from './positions.ts';

const PAGE_EVENTS = 1_000;
/** Kept for subscribers that are slightly behind. */
const KEPT_EVENTS = 5_000;
const KEPT_CHARACTERS = 8_000_000;

/**
 * The newest part of the log, read once for all subscribers of this process, which would otherwise each read the same
 * events at every append.
 */
export class SharedTail {
  readonly #readPage: (from: Position | null, limit: number) => Promise<LogPage>;
  readonly #waker: Waker;
  /** The events after {@link #from} up to and including {@link #to}, in log order. */
  #events: RecordedEvent[] = [];
  #characters = 0;
  #from: Position | null = null;
  /** Undefined until a subscriber has reached the end of the log. */
  #to: Position | null | undefined;
  /** Count of the waker when the read that found the log's end at {@link #to} began. */
  #endAtWake = -1;
  /** Count of the waker at which a subscription had delivered all up to {@link #to}. */
  #deliveredAtWake = -1;
  #scheduled: Promise<void> | null = null;
  #running: Promise<void> | null = null;

  constructor(readPage: (from: Position | null, limit: number) => Promise<LogPage>, waker: Waker) {
    this.#readPage = readPage;
    this.#waker = waker;
  }

  /**
   * A page after `from`; at the tail's end it reads on, with a read that begins after this call, unless a subscription delivers.
   * @returns undefined for a position the tail doesn't hold
   */
  async page(from: Position | null, filter: AllFilter, limit: number): Promise<LogPage | undefined> {
    if (!this.#holds(from)) return undefined;
    if (from === this.#to && this.#deliveredAtWake !== this.#waker.count) await this.#readOn(from);
    return this.#holds(from) ? this.#pageAfter(from, filter, limit) : undefined;
  }

  /** A subscriber that reads by itself has reached the end of the log. */
  reached(end: Position | null): void {
    if (this.#to !== undefined && compare(end, this.#to) <= 0) return;
    this.#events = [];
    this.#characters = 0;
    this.#from = end;
    this.#to = end;
    this.#endAtWake = -1;
  }

  /**
   * Adds new events, which follow `before` directly in the log, so that they need not be read. Ignored if the tail ends
   * elsewhere. Call it before waking.
   */
  appended(before: Position | null, events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined || this.#to !== before) return;
    // a pending wake or read may concern later events
    const nothingElse =
      this.#running === null && this.#scheduled === null && this.#endAtWake === this.#waker.count;
    this.#add(events);
    this.#to = last.position;
    this.#endAtWake = nothingElse ? this.#waker.count + 1 : -1;
    this.#forgetOldest();
  }

  /**
   * Adds what a subscription delivered after `before`, nothing being left out, as far as the tail doesn't hold it. Until the next
   * wake the log counts as read to its end: a subscription wakes for what it delivers later. Call it before waking.
   */
  delivered(before: Position | null, events: readonly RecordedEvent[]): void {
    const to = this.#to;
    if (to === undefined || compare(before, to) > 0) return;
    const later = events.filter(({ position }) => compare(position, to) > 0);
    this.#add(later);
    this.#to = later.at(-1)?.position ?? to;
    this.#endAtWake = this.#waker.count + 1;
    this.#deliveredAtWake = this.#endAtWake;
    this.#forgetOldest();
  }

  #holds(from: Position | null): boolean {
    return this.#to !== undefined && compare(from, this.#from) >= 0 && compare(from, this.#to) <= 0;
  }

  #pageAfter(from: Position | null, filter: AllFilter, limit: number): LogPage {
    const first = this.#events.findLastIndex(({ position }) => compare(position, from) <= 0) + 1;
    const events: RecordedEvent[] = [];
    for (let index = first; index < this.#events.length; index += 1) {
      const event = this.#events[index] as RecordedEvent;
      if (!isIncluded(event, filter)) continue;
      events.push(event);
      if (events.length === limit && index < this.#events.length - 1) {
        return { events, next: event.position, end: false };
      }
    }
    return { events, next: this.#to ?? null, end: this.#endAtWake === this.#waker.count };
  }

  /** Does not read if a read under way has found more. */
  async #readOn(from: Position | null): Promise<void> {
    if (this.#running !== null) {
      await this.#running;
      if (this.#to !== from) return;
    }
    this.#scheduled ??= this.#schedule();
    await this.#scheduled;
  }

  #schedule(): Promise<void> {
    return new Promise((resolve, reject) => {
      // after all promises have settled, so that all subscribers woken by an append share the read
      process.nextTick(() => {
        this.#scheduled = null;
        const running = this.#read().finally(() => {
          if (this.#running === running) this.#running = null;
        });
        this.#running = running;
        running.then(resolve, reject);
      });
    });
  }

  async #read(): Promise<void> {
    const from = this.#to ?? null;
    const wake = this.#waker.count;
    const page = await this.#readPage(from, PAGE_EVENTS);
    // the end was found further on meanwhile
    if (this.#to !== from) return;
    this.#add(page.events);
    this.#to = page.next;
    this.#endAtWake = page.end ? wake : -1;
    this.#forgetOldest();
  }

  #add(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#characters += sizeOf(event);
    }
  }

  #forgetOldest(): void {
    let forgotten = 0;
    while (this.#events.length - forgotten > KEPT_EVENTS || this.#characters > KEPT_CHARACTERS) {
      const oldest = this.#events[forgotten];
      if (oldest === undefined) break;
      this.#from = oldest.position;
      this.#characters -= sizeOf(oldest);
      forgotten += 1;
    }
    if (forgotten > 0) this.#events.splice(0, forgotten);
  }
}

const sizeOf = ({ data, metadata }: RecordedEvent) => data.length + metadata.length;

/** Null is before the first event. */
function compare(a: Position | null, b: Position | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  return b === null ? 1 : comparePositionTexts(a, b);
}
