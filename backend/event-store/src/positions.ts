import type { Position } from './port.ts';

const ZEROS = '0'.repeat(20);

/** A 1-based place in a numbered log as fixed-width text, so that text order is log order. */
export function toPosition(place: bigint | number | string): Position {
  const digits = String(place);
  return ZEROS.slice(digits.length) + digits;
}

/** The number behind {@link toPosition}. @throws TypeError when the text is no position of a numbered log */
export function fromPosition(position: Position): bigint {
  if (!/^\d{20}$/.test(position))
    throw new TypeError(`${JSON.stringify(position)} is not a position of this log.`);
  return BigInt(position);
}

/** Order of two fixed-width positions, like a sort comparator. */
export function comparePositionTexts(a: Position, b: Position): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
