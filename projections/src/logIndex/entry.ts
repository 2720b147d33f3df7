import type { Position, RecordedEvent } from '@portal/event-store';
import { provableEntry } from './chain.ts';

/** An entry in PostgreSQL's text format. */
export type Entry = readonly [
  seq: string,
  hash: string,
  eventId: string,
  stream: string,
  revision: string,
  type: string,
  /** As JSON. */
  accounts: string,
  position: Position,
  /** Microseconds since 1970. */
  recordedAt: string | null,
];

/**
 * Whether hash and columns of the entry follow from the event.
 * @param previous hash (hex) of the entry before
 */
export function isAsRecorded(previous: string, entry: Entry, event: RecordedEvent): boolean {
  const made = provableEntry(previous, entry[0], event);
  const [, hash, , stream, revision, type, accounts, position, recordedAt] = entry;
  const describes =
    stream === event.stream &&
    revision === event.revision.toString() &&
    type === event.type &&
    accounts === made.accounts &&
    position === event.position &&
    recordedAt === made.recordedAt;
  return made.hash === hash && describes;
}

/** Number of an event and the chain's hash (hex) up to it, included. */
export interface Seal {
  readonly seq: number;
  readonly hash: string;
}

/** A seal quoted by an event. */
export interface Quoted extends Seal {
  readonly entry: Entry;
}

/** Events that quote the chain, with their fields for number and hash. */
const QUOTES: Readonly<Record<string, readonly [seq: string, hash: string]>> = {
  LogSealed: ['seq', 'hash'],
  BillingRunStarted: ['cutSeq', 'chainHash'],
  InvoiceIssued: ['cutSeq', 'chainHash'],
};

/** The seal that an event quotes, or null. */
export function quotedBy({ type, data }: RecordedEvent): Seal | null {
  const names = Object.hasOwn(QUOTES, type) ? QUOTES[type] : undefined;
  if (names === undefined) return null;
  try {
    const { [names[0]]: seq, [names[1]]: hash } = JSON.parse(data) as Record<string, unknown>;
    return typeof seq === 'number' && seq > 0 && typeof hash === 'string' ? { seq, hash } : null;
  } catch {
    return null;
  }
}
