import { hash } from 'node:crypto';
import type { RecordedEvent } from '@portal/event-store';
import { canonicalJson } from './canonicalJson.ts';

/** The hash before the first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Columns of the log index derived from an event. */
export interface ChainedEvent {
  readonly hash: Buffer;
  /** Account ids; empty if the metadata is unreadable. */
  readonly accounts: readonly string[];
  /** Milliseconds since 1970; null if the metadata is unreadable. */
  readonly recordedAt: number | null;
}

/**
 * One entry of the log index. Its hash is SHA-256 over the previous hash (32 bytes) and the RFC 8785 form of
 * `[seq, stream, revision, id, type, data, metadata]`, seq and revision as decimal strings. Data and metadata are the
 * stored JSON, still encrypted; text that is not JSON becomes `{"unreadable": text}`. Positions are not hashed, so that
 * the proof holds for a copy of the log in another store.
 */
export function chain(previous: Uint8Array, seq: bigint, event: RecordedEvent): ChainedEvent {
  const { stream, revision, id, type, data } = event;
  const metadata = parse(event.metadata);
  const head = [`${seq}`, stream, `${revision}`, id, type].map((part) => JSON.stringify(part));
  const text = `[${head.join(',')},${canonical(parse(data))},${canonical(metadata)}]`;
  const { accounts } = Object(metadata) as { readonly accounts?: unknown };
  return {
    hash: hash('sha256', Buffer.concat([previous, Buffer.from(text)]), 'buffer'),
    // PostgreSQL's text has no NUL
    accounts: Array.isArray(accounts)
      ? accounts.filter((one) => typeof one === 'string').map((one) => one.replaceAll('\0', '\\0'))
      : [],
    recordedAt: timeOf(metadata),
  };
}

/** When an event was recorded, in ms since 1970; null if its metadata is unreadable. */
export const recordedAtOf = (event: RecordedEvent): number | null => timeOf(parse(event.metadata));

function timeOf(metadata: unknown): number | null {
  const { recordedAt } = Object(metadata) as { readonly recordedAt?: unknown };
  const time = typeof recordedAt === 'string' ? Date.parse(recordedAt) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}

function canonical(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    // lone surrogates: RFC 8785 can't represent them, JSON.stringify escapes them
    return JSON.stringify({ unreadable: JSON.stringify(value) });
  }
}
