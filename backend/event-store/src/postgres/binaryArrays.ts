/**
 * One-dimensional arrays in PostgreSQL's binary format, which avoids escaping every quote in JSON.
 */

const OID = { text: 25, uuid: 2950, int8: 20, int4: 23 } as const;
const HEADER_BYTES = 20;

function withHeader(bytes: number, elementType: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(0, 4);
  buffer.writeInt32BE(elementType, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
  return length === 0 ? buffer.subarray(0, 12) : buffer;
}

export function textArray(values: readonly string[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += 4 + Buffer.byteLength(value);
  const buffer = withHeader(bytes, OID.text, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    const written = buffer.write(value, at + 4);
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  return buffer;
}

/** @param values lower-case UUIDs with their hyphens */
export function uuidArray(values: readonly string[]): Buffer {
  const buffer = withHeader(values.length * 20, OID.uuid, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    buffer.writeInt32BE(16, at);
    buffer.write(value.replaceAll('-', ''), at + 4, 'hex');
    at += 20;
  }
  return buffer;
}

export function int8Array(values: readonly bigint[]): Buffer {
  const buffer = withHeader(values.length * 12, OID.int8, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    buffer.writeInt32BE(8, at);
    buffer.writeBigInt64BE(value, at + 4);
    at += 12;
  }
  return buffer;
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = withHeader(values.length * 8, OID.int4, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    buffer.writeInt32BE(4, at);
    buffer.writeInt32BE(value, at + 4);
    at += 8;
  }
  return buffer;
}
