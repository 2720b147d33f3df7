import type { Socket } from 'node:net';
import type pg from 'pg';
import { call, type Parameter, type Statement } from './call.ts';

const DATA_ROW = 0x44;
/** A message's type and length. */
const HEADER_BYTES = 5;
const FIRST_BYTES = 1_048_576;

/**
 * Reads rows as the bytes of their DataRow messages, in PostgreSQL's binary format: pg's parser would make a string of
 * each column. The rows are taken off the client's socket before pg sees them, so the client serves no other reads.
 */
export class RowReader {
  readonly #client: pg.ClientBase;
  /** pg's own, for all other messages. */
  readonly #listeners: readonly ((bytes: Buffer) => void)[];
  #rows = Buffer.allocUnsafeSlow(0);
  #length = 0;
  #most = 0;
  /** Start of a message whose length has not arrived. */
  #begun: Buffer | null = null;
  /** Bytes of the current message that have not arrived. */
  #left = 0;
  #inRow = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
    const { stream } = (client as pg.ClientBase & { readonly connection: { readonly stream: Socket } })
      .connection;
    this.#listeners = stream.listeners('data') as ((bytes: Buffer) => void)[];
    stream.removeAllListeners('data');
    stream.on('data', (bytes: Buffer) => this.#take(bytes));
  }

  /** The rows one after the other, in a buffer of their own; null for more than `most` bytes. One call at a time. */
  async read(
    statement: Statement,
    values: readonly Parameter[],
    most: number,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    this.#rows = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#length = 0;
    this.#most = most;
    await call(this.#client, statement, values, () => {}, true);
    const rows = this.#length > most ? null : this.#rows.subarray(0, this.#length);
    this.#rows = Buffer.allocUnsafeSlow(0);
    return rows as Uint8Array<ArrayBuffer> | null;
  }

  #take(arrived: Buffer): void {
    const bytes = this.#begun === null ? arrived : Buffer.concat([this.#begun, arrived]);
    this.#begun = null;
    let at = 0;
    while (at < bytes.length) {
      let end = at + this.#left;
      if (this.#left === 0) {
        if (bytes.length - at < HEADER_BYTES) {
          this.#begun = bytes.subarray(at);
          return;
        }
        this.#inRow = bytes[at] === DATA_ROW;
        end = at + 1 + bytes.readUInt32BE(at + 1);
      }
      // rows that follow are taken with this one
      while (this.#inRow && end + HEADER_BYTES <= bytes.length && bytes[end] === DATA_ROW)
        end += 1 + bytes.readUInt32BE(end + 1);
      this.#left = Math.max(0, end - bytes.length);
      const part = bytes.subarray(at, Math.min(end, bytes.length));
      if (this.#inRow) this.#keep(part);
      else for (const listener of this.#listeners) listener(part);
      at = end;
    }
  }

  #keep(part: Buffer): void {
    const length = this.#length + part.length;
    if (length <= this.#most) {
      if (length > this.#rows.length) {
        const larger = Buffer.allocUnsafeSlow(length * 2);
        larger.set(this.#rows.subarray(0, this.#length));
        this.#rows = larger;
      }
      this.#rows.set(part, this.#length);
    }
    this.#length = length;
  }
}
