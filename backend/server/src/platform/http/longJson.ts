import { Readable } from 'node:stream';

const ROWS_AT_ONCE = 1_000;

/** A long list is written piece by piece: an export would otherwise need a text as large as itself. */
export function jsonOf(body: unknown): string | Readable {
  if (!Array.isArray(body) || body.length <= ROWS_AT_ONCE) return JSON.stringify(body);
  const all: readonly unknown[] = body;
  function* pieces() {
    for (let first = 0; first < all.length; first += ROWS_AT_ONCE) {
      const rows = JSON.stringify(all.slice(first, first + ROWS_AT_ONCE));
      yield `${first === 0 ? '[' : ','}${rows.slice(1, -1)}`;
    }
    yield ']';
  }
  return Readable.from(pieces(), { objectMode: false });
}
