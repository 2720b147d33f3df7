import { hash } from 'node:crypto';
import type { RecordedEvent } from '@portal/event-store';
import { canonicalJson } from './canonicalJson.ts';
import { canonicalText } from './canonicalText.ts';

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
  const space = scratchFor(previous.length, entryText(seq.toString(), event, canonical(event.metadata)));
  space.set(previous);
  const metadata = parse(event.metadata);
  const recordedAt = instantOf(metadata);
  return { hash: hash('sha256', space, 'buffer'), accounts: accountsOf(metadata), recordedAt };
}

/** What verifying compares of an entry; the same as {@link chain} makes, in the forms that are compared. */
export interface ProvableEntry {
  /** In hex. */
  readonly hash: string;
  /** As JSON. */
  readonly accounts: string;
  /** Microseconds since 1970, as the index is asked for them; null where the metadata can't be read. */
  readonly recordedAt: string | null;
}

/** An entry as {@link chain} makes it, for comparing. @param previous the previous entry's hash in hex */
export function provableEntry(previous: string, seq: string, event: RecordedEvent): ProvableEntry {
  const metadata = canonical(event.metadata);
  const space = scratchFor(HASH_BYTES, entryText(seq, event, metadata));
  space.write(previous, 0, 'hex');
  const plain = PLAIN_METADATA.exec(metadata);
  const parsed = plain === null ? parse(event.metadata) : null;
  const accounts = plain?.[1] ?? JSON.stringify(accountsOf(parsed));
  const time = plain?.[2] === undefined ? timeOf(parsed) : Date.parse(plain[2]);
  return {
    hash: hash('sha256', space, 'hex'),
    accounts,
    recordedAt: Number.isNaN(time) ? null : String(time * 1_000),
  };
}

/**
 * Accounts (as JSON) and instant of canonical metadata that hold nothing escaped: several times as fast as parsing
 * them, and what portals write fits.
 */
const PLAIN_METADATA =
  /^\{"accounts":(\[(?:"[\w-]*"(?:,"[\w-]*")*)?\]),"actor":\{[^{}\\]*\}(?:,"[^"\\]*":(?:"[^"\\]*"|null))*,"recordedAt":"([^"\\]*)"/;

/** What an entry's hash covers beside the previous hash. @param metadata in its canonical form */
function entryText(seq: string, event: RecordedEvent, metadata: string): string {
  const { stream, revision, id, type, data } = event;
  const head = `["${seq}",${quoted(stream)},"${revision}",${quoted(id)},${quoted(type)}`;
  return `${head},${canonical(data)},${metadata}]`;
}

/** A text as JSON has it; most names are made of letters that need no look at each of them. */
const quoted = (text: string) => (/^[\w.:-]*$/.test(text) ? `"${text}"` : JSON.stringify(text));

const HASH_BYTES = CHAIN_START.length;

/** Hashed texts lie here one after the other: one call of the hash is several times as fast as three. */
let scratch = Buffer.alloc(16_384);

/** Room for a hash, followed by a text in UTF-8. */
function scratchFor(room: number, text: string): Buffer {
  const most = room + text.length * 3;
  if (most > scratch.length) scratch = Buffer.alloc(most * 2);
  return scratch.subarray(0, room + scratch.write(text, room));
}

/** When an event was recorded, in ms since 1970; null where its metadata can't be read. */
export function recordedAtOf(event: RecordedEvent): number | null {
  const time = timeOf(parse(event.metadata));
  return Number.isNaN(time) ? null : time;
}

/** The JSON value of a text, or the text marked as unreadable. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}

/** The canonical form of a stored text. */
function canonical(text: string): string {
  const plain = canonicalText(text);
  if (plain !== undefined) return plain;
  const value = parse(text);
  try {
    return canonicalJson(value);
  } catch {
    // RFC 8785 has no form for lone surrogates; JSON.stringify escapes them.
    return JSON.stringify({ unreadable: JSON.stringify(value) });
  }
}

/** A member of the metadata, whatever that is. */
const memberOf = (metadata: unknown, name: 'accounts' | 'recordedAt'): unknown =>
  typeof metadata === 'object' && metadata !== null
    ? (metadata as Readonly<Record<string, unknown>>)[name]
    : undefined;

function accountsOf(metadata: unknown): readonly string[] {
  const accounts = memberOf(metadata, 'accounts');
  if (!Array.isArray(accounts)) return [];
  const ids = accounts.filter((id) => typeof id === 'string');
  // PostgreSQL's text holds no NUL.
  return ids.some((id) => id.includes('\0')) ? ids.map((id) => id.replaceAll('\0', '\\0')) : ids;
}

function instantOf(metadata: unknown): string | null {
  const time = timeOf(metadata);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** When it was recorded, in ms since 1970; NaN where that can't be read. */
function timeOf(metadata: unknown): number {
  const recordedAt = memberOf(metadata, 'recordedAt');
  return typeof recordedAt === 'string' ? Date.parse(recordedAt) : Number.NaN;
}
