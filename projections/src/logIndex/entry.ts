import type { Position, RecordedEvent } from '@portal/event-store';
import { provableEntry } from './chain.ts';

/** An entry of the log index in PostgreSQL's text format. */
export interface Entry {
  readonly seq: string;
  /** In hex. */
  readonly hash: string;
  readonly event_id: string;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  /** As JSON. */
  readonly accounts: string;
  readonly position: Position;
  /** Microseconds since 1970. */
  readonly recorded_at: string | null;
}

/** SQL of {@link Entry}. */
export const ENTRY_COLUMNS = `i.seq::text, encode(i.hash, 'hex') AS hash, i.event_id, i.stream, i.revision::text, i.type,
  array_to_json(i.accounts)::text AS accounts, i.position, trunc(extract(epoch FROM i.recorded_at) * 1000000)::text AS recorded_at`;

/**
 * Whether hash and columns of the entry follow from the event.
 * @param previous hash (hex) of the entry before
 */
export function isAsRecorded(previous: string, entry: Entry, event: RecordedEvent): boolean {
  const made = provableEntry(previous, entry.seq, event);
  const describes =
    entry.stream === event.stream &&
    entry.revision === event.revision.toString() &&
    entry.type === event.type &&
    entry.accounts === made.accounts &&
    entry.position === event.position &&
    entry.recorded_at === made.recordedAt;
  return describes && entry.hash === made.hash;
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
