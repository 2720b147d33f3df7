import type { Position } from './port.ts';

const ZEROS = '0'.repeat(20);

/** A position of a numbered log, from 1, as 20 digits, so that text order is log order. */
export function toPosition(place: bigint | number | string): Position {
  const digits = String(place);
  return ZEROS.slice(digits.length) + digits;
}

/** The number of a position. @throws TypeError for a position of another store */
export function fromPosition(position: Position): bigint {
  if (!/^\d{20}$/.test(position))
    throw new TypeError(`${JSON.stringify(position)} is not a position of this log.`);
  return BigInt(position);
}

/** Sort comparator for positions. */
export function comparePositionTexts(a: Position, b: Position): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
