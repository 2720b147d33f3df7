import { nameKey } from '@portal/domain/values';

/** As records are searched: commas of an address don't count. */
const keyOf = (text: string) => nameKey(text.replaceAll(',', ' '));

/** How a field fits, best first: it is the text, begins with it, has a word that does, or contains all its words. */
const FITS: readonly ((field: string, text: string) => boolean)[] = [
  (field, text) => field === text,
  (field, text) => field.startsWith(text),
  (field, text) => field.includes(` ${text}`),
  (field, text) => text.split(' ').every((word) => field.includes(word)),
];
/** More than a record has fields. */
const FIELDS = 100;
const ACROSS_FIELDS = FITS.length * FIELDS;

interface Match {
  /** Lower is better; among equals the earlier field. */
  readonly rank: number;
  /** Index of the field. */
  readonly field: number;
}

/**
 * The field that a text fits best, by the rules of the server's lists (`matchSort` of the projections); null unless each
 * word is in some field.
 */
export function matchOf(fields: readonly string[], text: string): Match | null {
  const key = keyOf(text);
  const keys = fields.map(keyOf);
  for (const [rank, fits] of FITS.entries()) {
    const field = keys.findIndex((one) => one !== '' && fits(one, key));
    if (field !== -1) return { rank: rank * FIELDS + field, field };
  }
  const words = key.split(' ');
  if (!words.every((word) => keys.some((one) => one.includes(word)))) return null;
  return { rank: ACROSS_FIELDS, field: keys.findIndex((one) => words.some((word) => one.includes(word))) };
}

/** A text in pieces, of which those with `hit` are what was typed: the whole, or else its words. */
export function piecesOf(
  text: string,
  typed: string,
): readonly { readonly text: string; readonly hit: boolean }[] {
  const chars = [...text];
  // by character, so that each place in the key is one in the text
  const keys = chars.map((char) => nameKey(char) || ' ');
  const starts = keys.map((_, index) => keys.slice(0, index).join('').length);
  const key = keys.join('');
  const whole = nameKey(typed);
  const sought = key.includes(whole) ? [whole] : keyOf(typed).split(' ');
  const isHit = (at: number) =>
    sought.some((one) => {
      for (let from = key.indexOf(one); one !== '' && from !== -1; from = key.indexOf(one, from + 1))
        if (from <= at && at < from + one.length) return true;
      return false;
    });
  const pieces: { text: string; hit: boolean }[] = [];
  chars.forEach((char, index) => {
    const hit = isHit(starts[index] ?? 0);
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += char;
    else pieces.push({ text: char, hit });
  });
  return pieces;
}
