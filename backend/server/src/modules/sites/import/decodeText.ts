/** Bytes that are looked at to tell UTF-16 without a mark. */
const SAMPLE = 2_000;

/**
 * The text of a file that somebody saved: UTF-8 with or without its mark, UTF-16 either way round, else Windows-1252,
 * as spreadsheet programs write it. Any bytes have a text; the mark is left out.
 */
export function decodeText(file: Buffer): string {
  if (file.length >= 2 && file[0] === 0xff && file[1] === 0xfe) return decoded(file, 'utf-16le');
  if (file.length >= 2 && file[0] === 0xfe && file[1] === 0xff) return decoded(file, 'utf-16be');
  const wide = unmarkedUtf16(file);
  if (wide !== null) return decoded(file, wide);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return windows1252(file);
  }
}

/** What Windows-1252 has where Latin-1 has control characters, 0x80 to 0x9f. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand: Node's own decoder of this name reads Latin-1. */
const windows1252 = (file: Buffer): string =>
  file.toString('latin1').replace(/[\x80-\x9f]/g, (control) => C1[control.charCodeAt(0) - 0x80] ?? control);

const decoded = (file: Buffer, encoding: string) => new TextDecoder(encoding).decode(file);

/** Western text in UTF-16 is every other byte a NUL; no other encoding of text holds any. */
function unmarkedUtf16(file: Buffer): string | null {
  const sample = file.subarray(0, SAMPLE);
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = sample.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}
