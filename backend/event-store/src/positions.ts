import type { Position } from './port.ts';

const WIDTH = 20;

/** A 1-based place in a numbered log as fixed-width text, so that text order is log order. */
export function toPosition(place: bigint | number | string): Position {
  return String(place).padStart(WIDTH, '0');
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
