import { hash } from 'node:crypto';
import type { RecordedEvent } from '@portal/event-store';
import { canonicalJson } from './canonicalJson.ts';

/** What the first entry of the chain follows. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** What the log index keeps of an event beside its place. */
export interface ChainedEvent {
  readonly hash: Buffer;
  /** Ids of the accounts it concerns; empty where the metadata can't be read. */
  readonly accounts: readonly string[];
  /** ISO instant; null where the metadata can't be read. */
  readonly recordedAt: string | null;
}

/**
 * One entry of the log index. Its hash is SHA-256 over the previous entry's hash (32 bytes) and the RFC 8785
 * form of `[seq, stream, revision, id, type, data, metadata]`, seq and revision as decimal text. Data and
 * metadata are the stored JSON, still encrypted; what is no JSON goes in as `{"unreadable": text}`. Positions
 * are left out, so that a log copied to another store keeps its proof.
 */
export function chain(previous: Uint8Array, seq: bigint, event: RecordedEvent): ChainedEvent {
  const metadata = parse(event.metadata);
  const text = entryText(seq, event, metadata);
  return { hash: digestAfter(previous, text), ...indexedMetadata(metadata) };
}

/** What an entry's hash covers beside the previous hash. */
function entryText(seq: bigint, event: RecordedEvent, metadata: unknown): string {
  const { stream, revision, id, type, data } = event;
  const head = JSON.stringify([seq.toString(), stream, revision.toString(), id, type]);
  return `${head.slice(0, -1)},${canonical(parse(data))},${canonical(metadata)}]`;
}

/** Hashed texts lie here one after the other: one call of the hash is several times as fast as three. */
let scratch = Buffer.alloc(16_384);

function digestAfter(previous: Uint8Array, text: string): Buffer {
  const most = previous.length + text.length * 3;
  if (most > scratch.length) scratch = Buffer.alloc(most * 2);
  scratch.set(previous);
  const end = previous.length + scratch.write(text, previous.length);
  return hash('sha256', scratch.subarray(0, end), 'buffer');
}

/** When an event was recorded, in ms since 1970; null where its metadata can't be read. */
export function recordedAtOf(event: RecordedEvent): number | null {
  const { recordedAt } = indexedMetadata(parse(event.metadata));
  return recordedAt === null ? null : Date.parse(recordedAt);
}

/** The JSON value of a text, or the text marked as unreadable. */
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
    // RFC 8785 has no form for lone surrogates; JSON.stringify escapes them.
    return JSON.stringify({ unreadable: JSON.stringify(value) });
  }
}

function indexedMetadata(metadata: unknown): Pick<ChainedEvent, 'accounts' | 'recordedAt'> {
  if (typeof metadata !== 'object' || metadata === null) return { accounts: [], recordedAt: null };
  const { accounts, recordedAt } = metadata as { accounts?: unknown; recordedAt?: unknown };
  const time = typeof recordedAt === 'string' ? Date.parse(recordedAt) : Number.NaN;
  return {
    // PostgreSQL's text holds no NUL.
    accounts: Array.isArray(accounts)
      ? accounts.filter((id) => typeof id === 'string').map((id) => id.replaceAll('\0', '\\0'))
      : [],
    recordedAt: Number.isNaN(time) ? null : new Date(time).toISOString(),
  };
}
