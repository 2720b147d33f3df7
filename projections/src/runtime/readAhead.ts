import type { LogPage, Position } from '@portal/event-store';
import type { Batch } from './consumer.ts';
import type { PortalCodec } from './decoding.ts';
import { batchOfOwnPage } from './tail.ts';

interface PageOfOne {
  readonly page: LogPage;
  readonly batch: Batch;
}

/**
 * The pages that one consumer reads by itself while it is behind: the next one is on its way while the last one is
 * folded, and decoded while PostgreSQL writes that one.
 */
export class ReadAhead {
  readonly #read: (from: Position | null) => Promise<LogPage>;
  readonly #codec: PortalCodec;
  readonly #personal: boolean;
  #from: Position | null = null;
  #coming: Promise<PageOfOne> | undefined;
  #arrived: PageOfOne | undefined;

  constructor(read: (from: Position | null) => Promise<LogPage>, codec: PortalCodec, personal: boolean) {
    this.#read = read;
    this.#codec = codec;
    this.#personal = personal;
  }

  /** The page after a position, with its events as a batch. @throws what the store throws; the next call reads anew */
  async next(from: Position | null): Promise<PageOfOne> {
    const coming = this.#coming !== undefined && this.#from === from ? this.#coming : this.#fetch(from);
    this.#forget();
    const found = await coming;
    if (!found.page.end) this.#goAhead(found.page.next);
    return found;
  }

  /** Decodes the next page, where it is there by now; to be called when there is nothing else to do but wait. */
  decode(): void {
    this.#arrived?.batch.decode(this.#arrived.page.events, this.#personal).catch(() => undefined);
  }

  async #fetch(from: Position | null): Promise<PageOfOne> {
    const page = await this.#read(from);
    return { page, batch: batchOfOwnPage(page, this.#codec) };
  }

  #goAhead(from: Position | null): void {
    const coming = this.#fetch(from);
    this.#from = from;
    this.#coming = coming;
    coming.then(
      (found) => {
        if (this.#coming === coming) this.#arrived = found;
      },
      () => {
        if (this.#coming === coming) this.#forget();
      },
    );
  }

  #forget(): void {
    this.#coming = undefined;
    this.#arrived = undefined;
  }
}
