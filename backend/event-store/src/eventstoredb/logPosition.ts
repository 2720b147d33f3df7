import type { Position } from '../port.ts';

/** A position in EventStoreDB's transaction file: byte offsets, unsigned 64 bit. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

const DIGITS = 20;
const PATTERN = /^(\d{20})-(\d{20})$/;

/** Commit, then prepare, padded to 20 digits, so that text order is log order. */
export function toPosition(place: LogPosition): Position {
  return `${String(place.commit).padStart(DIGITS, '0')}-${String(place.prepare).padStart(DIGITS, '0')}`;
}

/** @throws TypeError for a position of another store */
export function fromPosition(position: Position): LogPosition {
  const match = PATTERN.exec(position);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new TypeError(`${JSON.stringify(position)} is not a position of an EventStoreDB log.`);
  }
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) };
}
