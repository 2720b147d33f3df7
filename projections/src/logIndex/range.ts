import { hash } from 'node:crypto';
import type { RecordedEvent } from '@portal/event-store';
import { memberValue, writeCanonical } from './canonicalBytes.ts';
import { type Entry, isAsRecorded, QUOTING_TYPES, type Quoted, quotedBy } from './entry.ts';

/** Columns of an entry in the order of {@link INDEX}. */
export const ENTRY_BYTES =
  'i.seq, i.hash, i.event_id, i.stream, i.revision, i.type, i.accounts, i.position, i.recorded_at';

/** A part of log and index, as PostgreSQL's DataRow messages in binary format. */
export interface Range {
  /** As `LogScan` reads them. */
  readonly log: Uint8Array<ArrayBuffer>;
  /** Entries with the columns {@link ENTRY_BYTES}. */
  readonly index: Uint8Array<ArrayBuffer>;
  /** Number and hash (hex) of the entry before. */
  readonly before: { readonly seq: number; readonly hash: string };
}

export interface VerifiedRange {
  /** Number and hash (hex) of the last entry. */
  readonly seq: number;
  readonly hash: string;
  readonly quoted: readonly Quoted[];
}

/** Places of the columns in {@link fields}, which has the start and end of each. */
const LOG = { position: 0, revision: 2, id: 4, stream: 6, type: 8, data: 10, metadata: 12 } as const;
const LOG_END = 14;
const INDEX = {
  seq: 14,
  hash: 16,
  id: 18,
  stream: 20,
  revision: 22,
  type: 24,
  accounts: 26,
  position: 28,
  recordedAt: 30,
} as const;
const INDEX_END = 32;

const HASH_BYTES = 32;
const POSITION_DIGITS = 20;
/** PostgreSQL counts microseconds from 2000. */
const YEAR_2000 = Date.UTC(2000, 0, 1);
const [ACCOUNTS, RECORDED_AT] = [Buffer.from('accounts'), Buffer.from('recordedAt')];

const fields = new Int32Array(INDEX_END);
let log = Buffer.alloc(0);
let index = Buffer.alloc(0);
/** The input of the hash: the previous hash and the entry's text. */
let text = Buffer.alloc(16_384);
let put = 0;

/**
 * Verifies that the events of a range are those of its entries, one by one, in order and unchanged.
 * @returns null if any is not
 */
export function verifyRange(range: Range): VerifiedRange | null {
  log = bufferOf(range.log);
  index = bufferOf(range.index);
  let { seq } = range.before;
  text.write(range.before.hash, 0, 'hex');
  const quoted: Quoted[] = [];
  let [inLog, inIndex] = [0, 0];
  while (inLog < log.length && inIndex < index.length) {
    inLog = readRow(log, inLog, 0, LOG_END);
    inIndex = readRow(index, inIndex, LOG_END, INDEX_END);
    seq += 1;
    if (!isRowAsRecorded(seq, quoted)) return null;
  }
  if (inLog < log.length || inIndex < index.length) return null;
  return { seq, hash: text.toString('hex', 0, HASH_BYTES), quoted };
}

/** Verifies the event and the entry in {@link fields}. */
function isRowAsRecorded(seq: number, quoted: Quoted[]): boolean {
  if (numberIn(index, INDEX.seq) !== seq) return false;
  if (!isPlainlyAsRecorded(seq) && !isDecodedAsRecorded()) return false;
  const seal = mayQuote() ? quotedBy(decodedEvent()) : null;
  if (seal !== null) quoted.push({ ...seal, entry: decodedEntry() });
  const from = start(INDEX.hash);
  for (let byte = 0; byte < HASH_BYTES; byte += 1) text[byte] = index[from + byte] as number;
  return true;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength);

const start = (column: number): number => fields[column] as number;
/** Before the start for NULL. */
const end = (column: number): number => fields[column + 1] as number;
const int32 = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number);

/** Puts the columns of the row into {@link fields}. @returns the end of the row */
function readRow(bytes: Buffer, at: number, first: number, last: number): number {
  // type, length, number of columns
  let column = at + 7;
  for (let place = first; place < last; place += 2) {
    const length = int32(bytes, column);
    column += 4;
    fields[place] = column;
    fields[place + 1] = column + length;
    if (length > 0) column += length;
  }
  return at + 1 + int32(bytes, at + 1);
}

/** A bigint column; not a safe integer if it is none. */
function numberIn(bytes: Buffer, column: number): number {
  const at = start(column);
  return int32(bytes, at) * 4_294_967_296 + (int32(bytes, at + 4) >>> 0);
}

/**
 * Compares the bytes of the event with those of its entry.
 * @returns false also for what it does not handle
 */
function isPlainlyAsRecorded(seq: number): boolean {
  const revision = numberIn(log, LOG.revision);
  if (revision !== numberIn(index, INDEX.revision) || !(revision >= 0 && revision <= Number.MAX_SAFE_INTEGER))
    return false;
  const most = 200 + end(LOG.metadata) - start(LOG.position);
  if (most > text.length) {
    const larger = Buffer.alloc(most * 2);
    text.copy(larger, 0, 0, HASH_BYTES);
    text = larger;
  }
  put = HASH_BYTES;
  writeText('["');
  writeDigits(seq);
  writeText('","');
  if (!writeName(LOG.stream, INDEX.stream)) return false;
  writeText('","');
  writeDigits(revision);
  writeText('","');
  if (!writeId()) return false;
  writeText('","');
  if (!writeName(LOG.type, INDEX.type)) return false;
  writeText('",');
  put = writeCanonical(log, start(LOG.data), end(LOG.data), text, put);
  if (put === -1) return false;
  writeText(',');
  put = writeCanonical(log, start(LOG.metadata), end(LOG.metadata), text, put);
  if (put === -1) return false;
  writeText(']');
  return (
    hasHash() && hasPosition() && hasAccounts(memberValue(ACCOUNTS)) && hasInstant(memberValue(RECORDED_AT))
  );
}

function writeText(ascii: string): void {
  const into = text;
  const place = put;
  for (let at = 0; at < ascii.length; at += 1) into[place + at] = ascii.charCodeAt(at);
  put += ascii.length;
}

function writeDigits(value: number): void {
  let digits = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  put += digits;
  let rest = value;
  for (let at = 1; at <= digits; at += 1) {
    const tens = Math.floor(rest / 10);
    text[put - at] = 0x30 + rest - tens * 10;
    rest = tens;
  }
}

/** Letters, digits and `_.:-`: they need no escapes. */
const PLAIN = new Uint8Array(256);
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-'))
  PLAIN[letter] = 1;

/** Writes a name of the event if the entry has the same. */
function writeName(inLog: number, inIndex: number): boolean {
  const from = start(inLog);
  const other = start(inIndex);
  const length = end(inLog) - from;
  if (length !== end(inIndex) - other) return false;
  const bytes = log;
  const others = index;
  const into = text;
  const place = put;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[from + at] as number;
    if (byte !== others[other + at] || PLAIN[byte] === 0) return false;
    into[place + at] = byte;
  }
  put += length;
  return true;
}

const HEX = Buffer.from('0123456789abcdef');
const ID_LENGTH = 36;

/** Writes the event's id if the entry has the same. */
function writeId(): boolean {
  const from = start(LOG.id);
  const other = start(INDEX.id);
  if (end(INDEX.id) - other !== ID_LENGTH) return false;
  const bytes = log;
  const others = index;
  const into = text;
  const place = put;
  let at = place;
  for (let byte = 0; byte < 16; byte += 1) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
      into[at] = 0x2d;
      at += 1;
    }
    const value = bytes[from + byte] as number;
    into[at] = HEX[value >> 4] as number;
    into[at + 1] = HEX[value & 15] as number;
    at += 2;
  }
  for (let letter = 0; letter < ID_LENGTH; letter += 1)
    if (into[place + letter] !== others[other + letter]) return false;
  put = at;
  return true;
}

function hasHash(): boolean {
  const at = start(INDEX.hash);
  if (end(INDEX.hash) - at !== HASH_BYTES) return false;
  const made = hash('sha256', text.subarray(0, put), 'binary');
  const bytes = index;
  for (let byte = 0; byte < HASH_BYTES; byte += 1)
    if (made.charCodeAt(byte) !== bytes[at + byte]) return false;
  return true;
}

/** A position is a number in the log, and 20 digits in the index. */
function hasPosition(): boolean {
  const at = start(INDEX.position);
  if (end(INDEX.position) - at !== POSITION_DIGITS) return false;
  let position = 0;
  for (let digit = 0; digit < POSITION_DIGITS; digit += 1) {
    const value = (index[at + digit] as number) - 0x30;
    if (value < 0 || value > 9) return false;
    position = position * 10 + value;
  }
  return position <= Number.MAX_SAFE_INTEGER && position === numberIn(log, LOG.position);
}

/** @param at where the metadata's accounts begin in the log */
function hasAccounts(at: number): boolean {
  if (at === -1 || log[at] !== 0x5b) return false;
  let element = start(INDEX.accounts);
  const last = end(INDEX.accounts);
  const dimensions = int32(index, element);
  if (dimensions === 0) return log[at + 1] === 0x5d;
  if (dimensions !== 1) return false;
  const count = int32(index, element + 12);
  // dimensions, flags, type; length and lower bound
  element += 20;
  let letter = at + 1;
  for (let place = 0; place < count; place += 1) {
    const length = int32(index, element);
    element += 4;
    if (place > 0) {
      if (log[letter] !== 0x2c) return false;
      letter += 1;
    }
    if (length < 0 || log[letter] !== 0x22 || log[letter + length + 1] !== 0x22) return false;
    for (let byte = 0; byte < length; byte += 1) {
      const value = log[letter + 1 + byte];
      if (value !== index[element + byte] || value === 0x22) return false;
    }
    letter += length + 2;
    element += length;
  }
  return log[letter] === 0x5d && element === last;
}

/** Length of `2026-01-05T12:30:`, and of the whole instant. */
const [MINUTE_LENGTH, INSTANT_LENGTH] = [17, 24];
const minute = Buffer.alloc(MINUTE_LENGTH);
/** {@link minute} in ms since 1970; many events are recorded in the same. */
let minuteStart = Number.NaN;

/** @param at where the metadata's instant begins in the log */
function hasInstant(at: number): boolean {
  if (at === -1 || end(INDEX.recordedAt) < start(INDEX.recordedAt)) return false;
  if (log[at] !== 0x22 || log[at + INSTANT_LENGTH + 1] !== 0x22 || log[at + INSTANT_LENGTH] !== 0x5a)
    return false;
  for (let letter = 0; letter < MINUTE_LENGTH; letter += 1) {
    if (minute[letter] === log[at + 1 + letter]) continue;
    log.copy(minute, 0, at + 1, at + 1 + MINUTE_LENGTH);
    minuteStart = Date.parse(`${minute.toString('latin1')}00.000Z`);
    break;
  }
  const second = digitIn(at + 18) * 10 + digitIn(at + 19);
  if (!(second < 60) || log[at + 20] !== 0x2e) return false;
  const thousandths = digitIn(at + 21) * 100 + digitIn(at + 22) * 10 + digitIn(at + 23);
  const instant = minuteStart + second * 1_000 + thousandths;
  return (instant - YEAR_2000) * 1_000 === numberIn(index, INDEX.recordedAt);
}

/** A digit in the log; NaN for another letter. */
function digitIn(at: number): number {
  const value = (log[at] as number) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

/** The same comparison for any event, through strings. */
function isDecodedAsRecorded(): boolean {
  const entry = decodedEntry();
  const event = decodedEvent();
  return entry[2] === event.id && isAsRecorded(text.toString('hex', 0, HASH_BYTES), entry, event);
}

const stringIn = (bytes: Buffer, column: number) => bytes.toString('utf8', start(column), end(column));

function decodedEvent(): RecordedEvent {
  const id = log.toString('hex', start(LOG.id), end(LOG.id));
  return {
    id: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    type: stringIn(log, LOG.type),
    data: stringIn(log, LOG.data),
    metadata: stringIn(log, LOG.metadata),
    stream: stringIn(log, LOG.stream),
    revision: log.readBigInt64BE(start(LOG.revision)),
    position: log.readBigInt64BE(start(LOG.position)).toString().padStart(POSITION_DIGITS, '0'),
  };
}

function decodedEntry(): Entry {
  const isDated = end(INDEX.recordedAt) >= start(INDEX.recordedAt);
  const recordedAt = isDated ? index.readBigInt64BE(start(INDEX.recordedAt)) : 0n;
  return [
    index.readBigInt64BE(start(INDEX.seq)).toString(),
    index.toString('hex', start(INDEX.hash), end(INDEX.hash)),
    stringIn(index, INDEX.id),
    stringIn(index, INDEX.stream),
    index.readBigInt64BE(start(INDEX.revision)).toString(),
    stringIn(index, INDEX.type),
    JSON.stringify(decodedAccounts()),
    stringIn(index, INDEX.position),
    isDated ? (recordedAt + BigInt(YEAR_2000) * 1_000n).toString() : null,
  ];
}

/** Null for an array that the index would not write. */
function decodedAccounts(): readonly string[] | null {
  const from = start(INDEX.accounts);
  const dimensions = int32(index, from);
  if (dimensions === 0) return [];
  const hasNull = int32(index, from + 4) !== 0;
  if (dimensions !== 1 || hasNull || int32(index, from + 16) !== 1) return null;
  const accounts: string[] = [];
  for (let at = from + 20; at < end(INDEX.accounts); ) {
    const length = int32(index, at);
    accounts.push(index.toString('utf8', at + 4, at + 4 + length));
    at += 4 + length;
  }
  return accounts;
}

const QUOTING = QUOTING_TYPES.map((type) => Buffer.from(type));

const mayQuote = (): boolean =>
  QUOTING.some(
    (type) =>
      type.length === end(LOG.type) - start(LOG.type) &&
      type[0] === log[start(LOG.type)] &&
      type.compare(log, start(LOG.type), end(LOG.type)) === 0,
  );
