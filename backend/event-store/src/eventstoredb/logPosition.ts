import type { Position } from '../port.ts';

/** A record's place in EventStoreDB's transaction file: bytes from its start, unsigned 64 bit. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

const DIGITS = 20;
const PATTERN = /^(\d{20})-(\d{20})$/;

/** Commit, then prepare, each padded to the width of the largest unsigned 64-bit number: text order is log order. */
export function toPosition(place: LogPosition): Position {
  return `${String(place.commit).padStart(DIGITS, '0')}-${String(place.prepare).padStart(DIGITS, '0')}`;
}

/** @throws TypeError when the text is no position of an EventStoreDB log, as after a change of the store */
export function fromPosition(position: Position): LogPosition {
  const match = PATTERN.exec(position);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new TypeError(`${JSON.stringify(position)} is not a position of an EventStoreDB log.`);
  }
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) };
}
