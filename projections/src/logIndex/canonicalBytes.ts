/**
 * The form of RFC 8785 for JSON in bytes, without making strings; covers nearly all stored events. Of a text that is not
 * handled (escapes, fractions, white space, names outside ASCII, invalid JSON) nothing usable is written.
 */

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d];
const [ZERO, NINE] = [0x30, 0x39];
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const [FALSE, NULL, TRUE] = [Buffer.from('false'), Buffer.from('null'), Buffer.from('true')];
/** Digits that JavaScript keeps. */
const MOST_DIGITS = 15;
/** Deeper values are not handled, to protect the stack. */
const MOST_DEPTH = 40;
/** Members of one object; they are sorted by insertion. */
const MOST_MEMBERS = 64;

/** Start and end of each member's name, its value's start and end; of an object within another after the other's. */
const members = new Int32Array(4 * MOST_MEMBERS * MOST_DEPTH);

let source: Uint8Array = new Uint8Array(0);
let limit = 0;
let target: Uint8Array = new Uint8Array(0);
let put = 0;
/** End of the members of the outermost object. */
let topEnd = 0;

/**
 * Writes the canonical form of the JSON in `from` to `to` of `bytes`, which is never longer.
 * @returns its end in `into`; -1 if it is not handled
 */
export function writeCanonical(
  bytes: Uint8Array,
  from: number,
  to: number,
  into: Uint8Array,
  at: number,
): number {
  source = bytes;
  limit = to;
  target = into;
  put = at;
  topEnd = 0;
  return write(from, 0, 0) === to ? put : -1;
}

/** Where the value of a member begins, of the object last written, in its bytes; -1 for none. */
export function memberValue(name: Uint8Array): number {
  for (let member = 0; member < topEnd; member += 4) {
    const start = (members[member] as number) + 1;
    if ((members[member + 1] as number) - start !== name.length) continue;
    let at = 0;
    while (at < name.length && source[start + at] === name[at]) at += 1;
    if (at === name.length) return members[member + 2] as number;
  }
  return -1;
}

/** The byte, 0 past the end. */
const byteAt = (at: number): number => (at < limit ? (source[at] as number) : 0);

// loops use local variables, which is several times as fast as the module's

function copy(from: number, to: number): void {
  const bytes = source;
  const into = target;
  const moved = put - from;
  for (let at = from; at < to; at += 1) into[at + moved] = bytes[at] as number;
  put = to + moved;
}

/** @returns the value's end, or -1 */
function write(from: number, depth: number, free: number): number {
  const first = byteAt(from);
  if (first === BRACE) return depth < MOST_DEPTH ? writeObject(from, depth + 1, free) : -1;
  if (first === BRACKET) return depth < MOST_DEPTH ? writeArray(from, depth + 1, free) : -1;
  const end = skip(from, depth);
  if (end !== -1) copy(from, end);
  return end;
}

function writeArray(from: number, depth: number, free: number): number {
  copy(from, from + 1);
  let at = from + 1;
  if (byteAt(at) === END_BRACKET) {
    copy(at, at + 1);
    return at + 1;
  }
  for (;;) {
    at = write(at, depth, free);
    if (at === -1) return -1;
    const next = byteAt(at);
    if (next !== COMMA && next !== END_BRACKET) return -1;
    copy(at, at + 1);
    at += 1;
    if (next === END_BRACKET) return at;
  }
}

function writeObject(from: number, depth: number, free: number): number {
  const end = readMembers(from, depth, free);
  if (end === -1) return -1;
  const last = membersEnd;
  if (depth === 1) topEnd = last;
  if (!sortMembers(free, last)) return -1;
  target[put] = BRACE;
  put += 1;
  for (let member = free; member < last; member += 4) {
    if (member > free) {
      target[put] = COMMA;
      put += 1;
    }
    const value = members[member + 2] as number;
    const first = source[value] as number;
    if (first === BRACE || first === BRACKET) {
      copy(members[member] as number, value);
      if (write(value, depth, last) === -1) return -1;
    } else copy(members[member] as number, members[member + 3] as number);
  }
  target[put] = END_BRACE;
  put += 1;
  return end;
}

/** End of the members last read. */
let membersEnd = 0;

/** Reads the members of an object into {@link members}. @returns the object's end, or -1 */
function readMembers(from: number, depth: number, free: number): number {
  let at = from + 1;
  let member = free;
  if (byteAt(at) === END_BRACE) {
    membersEnd = free;
    return at + 1;
  }
  for (;;) {
    const name = at;
    const nameEnd = skipName(at);
    if (nameEnd === -1 || member === free + 4 * MOST_MEMBERS) return -1;
    at = skip(nameEnd + 1, depth);
    if (at === -1) return -1;
    members[member] = name;
    members[member + 1] = nameEnd - 1;
    members[member + 2] = nameEnd + 1;
    members[member + 3] = at;
    member += 4;
    const next = byteAt(at);
    at += 1;
    if (next === END_BRACE) {
      membersEnd = member;
      return at;
    }
    if (next !== COMMA) return -1;
  }
}

/** Sorts members by name, in place. @returns false for a duplicate name */
function sortMembers(first: number, end: number): boolean {
  for (let member = first + 4; member < end; member += 4) {
    const name = members[member] as number;
    const nameEnd = members[member + 1] as number;
    const value = members[member + 2] as number;
    const valueEnd = members[member + 3] as number;
    let place = member;
    for (; place > first; place -= 4) {
      const order = compareNames(name, nameEnd, members[place - 4] as number, members[place - 3] as number);
      if (order === 0) return false;
      if (order > 0) break;
      members[place] = members[place - 4] as number;
      members[place + 1] = members[place - 3] as number;
      members[place + 2] = members[place - 2] as number;
      members[place + 3] = members[place - 1] as number;
    }
    if (place === member) continue;
    members[place] = name;
    members[place + 1] = nameEnd;
    members[place + 2] = value;
    members[place + 3] = valueEnd;
  }
  return true;
}

function compareNames(a: number, aEnd: number, b: number, bEnd: number): number {
  const bytes = source;
  const shorter = Math.min(aEnd - a, bEnd - b);
  for (let at = 1; at < shorter; at += 1) {
    const difference = (bytes[a + at] as number) - (bytes[b + at] as number);
    if (difference !== 0) return difference;
  }
  return aEnd - a - (bEnd - b);
}

/** @returns the value's end, or -1 */
function skip(from: number, depth: number): number {
  switch (byteAt(from)) {
    case QUOTE:
      return skipString(from);
    case BRACE:
      return depth < MOST_DEPTH ? skipObject(from, depth + 1) : -1;
    case BRACKET:
      return depth < MOST_DEPTH ? skipArray(from, depth + 1) : -1;
    case 0x66:
      return skipWord(from, FALSE);
    case 0x6e:
      return skipWord(from, NULL);
    case 0x74:
      return skipWord(from, TRUE);
    default:
      return skipInteger(from);
  }
}

function skipString(from: number): number {
  const bytes = source;
  const end = limit;
  for (let at = from + 1; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20 || byte === BACKSLASH) return -1;
  }
  return -1;
}

/** @returns the end of a name in ASCII, where the colon is; or -1 */
function skipName(from: number): number {
  if (byteAt(from) !== QUOTE) return -1;
  const bytes = source;
  const end = limit;
  for (let at = from + 1; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return byteAt(at + 1) === COLON ? at + 1 : -1;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return -1;
  }
  return -1;
}

function skipObject(from: number, depth: number): number {
  let at = from + 1;
  if (byteAt(at) === END_BRACE) return at + 1;
  for (;;) {
    const nameEnd = skipName(at);
    if (nameEnd === -1) return -1;
    at = skip(nameEnd + 1, depth);
    if (at === -1) return -1;
    const next = byteAt(at);
    at += 1;
    if (next === END_BRACE) return at;
    if (next !== COMMA) return -1;
  }
}

function skipArray(from: number, depth: number): number {
  let at = from + 1;
  if (byteAt(at) === END_BRACKET) return at + 1;
  for (;;) {
    at = skip(at, depth);
    if (at === -1) return -1;
    const next = byteAt(at);
    at += 1;
    if (next === END_BRACKET) return at;
    if (next !== COMMA) return -1;
  }
}

function skipWord(from: number, word: Uint8Array): number {
  for (let at = 0; at < word.length; at += 1) if (byteAt(from + at) !== word[at]) return -1;
  return from + word.length;
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;

function skipInteger(from: number): number {
  const first = byteAt(from) === MINUS ? from + 1 : from;
  let at = first;
  while (isDigit(byteAt(at))) at += 1;
  const digits = at - first;
  if (digits === 0 || digits > MOST_DIGITS) return -1;
  // no zeros in front, and no -0
  return byteAt(first) === ZERO && (digits > 1 || first > from) ? -1 : at;
}
