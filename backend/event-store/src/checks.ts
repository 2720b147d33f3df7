import { type EventToAppend, EventTooLarge, type ExpectedRevision, MAX_EVENT_BYTES } from './port.ts';

/** Limit for stream names in bytes of UTF-8, because they are indexed. */
export const MAX_STREAM_NAME_BYTES = 500;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether the text has no lone surrogate, which bytes can't hold. The method is typed from ECMAScript 2024 on. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

function checkText(what: string, text: string): void {
  if (typeof text !== 'string') throw new TypeError(`${what} must be text, not ${typeof text}.`);
  if (text.includes('\0')) throw new TypeError(`${what} holds a NUL character.`);
  if (!isWellFormed(text)) throw new TypeError(`${what} holds half a surrogate pair.`);
}

function checkName(what: string, name: string): void {
  checkText(what, name);
  if (name === '') throw new TypeError(`${what} is empty.`);
  if (Buffer.byteLength(name) > MAX_STREAM_NAME_BYTES) {
    throw new TypeError(`${what} is longer than ${MAX_STREAM_NAME_BYTES} bytes.`);
  }
}

/**
 * Checks an append before it is sent, so that it can't fail others in the same transaction.
 * @returns bytes of data and metadata
 * @throws EventTooLarge
 * @throws TypeError for an empty or too long name, an id that is no lower-case UUID or occurs twice, an invalid expected
 *   revision, or text that can't be stored byte for byte (NUL, half a surrogate pair)
 */
export function checkAppend(
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedRevision,
): number {
  checkName('Stream name', stream);
  if (events.length === 0) throw new TypeError(`Nothing to append to ${stream}.`);
  if (expected !== 'no_stream' && (typeof expected !== 'bigint' || expected < 0n)) {
    throw new TypeError(`${String(expected)} is not a revision; a new stream is 'no_stream'.`);
  }
  let total = 0;
  for (const event of events) {
    if (!UUID.test(event.id)) throw new TypeError(`Event id ${event.id} is not a lower-case UUID.`);
    checkName('Event type', event.type);
    checkText(`Data of ${event.type}`, event.data);
    checkText(`Metadata of ${event.type}`, event.metadata);
    const bytes = Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(event.type, bytes);
    total += bytes;
  }
  if (events.length > 1 && new Set(events.map((event) => event.id)).size < events.length) {
    throw new TypeError(`An append to ${stream} holds one event id twice.`);
  }
  return total;
}

/** @throws RangeError for a limit that is not a positive whole number */
export function checkLimit(limit: number | undefined): void {
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new RangeError(`A limit of ${limit} events is invalid.`);
  }
}
